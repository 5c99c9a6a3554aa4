export { NewTablePage } from "./new";

export { PiecesPage } from "./page";

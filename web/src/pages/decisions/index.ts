export { DecisionsPage } from "./page";

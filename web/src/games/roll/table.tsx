/** The table. */

export { GenericTable as Table } from "../generic/table";

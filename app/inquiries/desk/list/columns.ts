/** The columns of the list by their word in the address; without any there, all of them are shown. */
export const columns = [
  { id: "date", label: "Date" },
  { id: "applicant", label: "Applicant" },
  { id: "service", label: "Service" },
  { id: "travel", label: "Travel Date" },
  { id: "status", label: "Status" },
  { id: "owner", label: "Owner" },
  { id: "due", label: "Due" },
] as const;
export type ColumnId = (typeof columns)[number]["id"];
export const columnIds = columns.map(({ id }) => id);

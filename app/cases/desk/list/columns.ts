/** The columns of the list by their word in the address; without any there, all of them are shown. */
export const columns = [
  { id: "application", label: "Application" },
  { id: "applicant", label: "Applicant" },
  { id: "type", label: "Type" },
  { id: "status", label: "Status" },
  { id: "progress", label: "Progress" },
  { id: "payment", label: "Payment" },
  { id: "submitted", label: "Submitted" },
  { id: "passport", label: "Passport" },
  { id: "owner", label: "Owner" },
  { id: "due", label: "Due" },
] as const;
export type ColumnId = (typeof columns)[number]["id"];
export const columnIds = columns.map(({ id }) => id);

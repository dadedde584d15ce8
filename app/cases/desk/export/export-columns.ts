/** What `Export CSV` offers, by its name in the form: no answers, notes or links (K-CSV-1). */
export const exportColumns = {
  number: "Application",
  name: "Name",
  email: "Email",
  service: "Service",
  visaType: "Visa Type",
  country: "Country",
  status: "Status",
  progress: "Progress",
  step: "Step",
  payment: "Payment",
  due: "Amount Due",
  paid: "Amount Paid",
  turn: "Turn",
  owner: "Owner",
  dueDay: "Due Day",
  started: "Started",
  submitted: "Submitted",
  filed: "Filed On",
  expected: "Decision Expected",
} as const;
export type ExportColumn = keyof typeof exportColumns;

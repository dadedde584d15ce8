import { importFields } from "./fields";

const example = [
  ...["Rosa Rolle", "rosa.rolle@example.com", "+1 242 555 0142", "Haiti", "", "A-0017"],
  ...["", "2027-03-01", "", "2030-06-30", "2027-02-01"],
];

/** A file to fill in: the headings, and one invented line. */
export const templateFile = (): string =>
  `\uFEFF${[Object.values(importFields), example].map((cells) => `${cells.join(",")}\r\n`).join("")}`;

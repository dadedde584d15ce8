const counted = (n: number, singular: string, plural: string) =>
  `${n.toLocaleString("en-US")} ${n === 1 ? singular : plural}`;

/** `1 inquiry, 2 cases` */
export const recordsOf = ({ inquiries, cases }: { inquiries: number; cases: number }): string =>
  `${counted(inquiries, "inquiry", "inquiries")}, ${counted(cases, "case", "cases")}`;

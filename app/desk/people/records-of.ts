const counted = (n: number, one: string, many: string) => `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;

/** `1 inquiry, 2 cases` */
export const recordsOf = ({ inquiries, cases }: { inquiries: number; cases: number }): string =>
  `${counted(inquiries, "inquiry", "inquiries")}, ${counted(cases, "case", "cases")}`;

import { importedOn } from "~/clients/client";

const counted = (n: number, singular: string, plural: string) =>
  `${n.toLocaleString("en-US")} ${n === 1 ? singular : plural}`;

type Records = { inquiries: number; cases: number; importedAt: Date | string | null };

/** `1 inquiry, 2 cases`; of an imported client `Imported on November 28, 2026`, with the others if there are any. */
export function recordsOf({ inquiries, cases, importedAt }: Records): string {
  const others = `${counted(inquiries, "inquiry", "inquiries")}, ${counted(cases, "case", "cases")}`;
  if (importedAt === null) return others;
  return inquiries + cases > 0 ? `${others} · ${importedOn(importedAt)}` : importedOn(importedAt);
}

import { importedOn } from "~/clients/client";
import { counted } from "~/core/counted";

type Records = { inquiries: number; cases: number; importedAt: Date | string | null };

/** `1 inquiry, 2 cases`; of an imported client `Imported on November 28, 2026`, with the others if there are any. */
export function recordsOf({ inquiries, cases, importedAt }: Records): string {
  const others = `${counted(inquiries, "inquiry", "inquiries")}, ${counted(cases, "case")}`;
  if (importedAt === null) return others;
  return inquiries + cases > 0 ? `${others} · ${importedOn(importedAt)}` : importedOn(importedAt);
}

import { asc, eq } from "drizzle-orm";
import { comparedWithPage } from "~/applications/steps/contradictions/passport-page";
import { db } from "~/db/client.server";
import { passportReadings } from "~/db/schema/documents";

type Row = typeof passportReadings.$inferSelect;

/** By the name of the first answer that is compared. */
const nouns: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ["pageName", "name"],
      ["pageDateOfBirth", "date of birth"],
      ["pageNumber", "passport number"],
      ["pageNationality", "nationality"],
      ["pageIssuingCountry", "issuing country"],
      ["pageExpirationDate", "expiration date"],
    ] as const
  ).map(([key, noun]) => [comparedWithPage[key][0]?.name, noun]),
);

/** Undefined for a page that was read before another one. */
function describePage({ state, agreed, differed, confirmed }: Row): string | undefined {
  if (state !== "read") return "Passport page: not read";
  if (differed.length > 0) {
    const names = differed.map((name) => `${nouns[name] ?? name}${confirmed.includes(name) ? " (confirmed)" : ""}`);
    return `Passport page: differs: ${names.join(", ")}`;
  }
  return agreed.length > 0 ? "Passport page: agrees with the answers" : undefined;
}

/**
 * How the passport pages of a submitted application compare with its answers, for the desk, by the id of their files.
 */
export async function comparedPages(application: {
  id: string;
  submittedAt: Date | null;
}): Promise<Map<string, string>> {
  if (!application.submittedAt) return new Map();
  const rows = await db
    .select()
    .from(passportReadings)
    .where(eq(passportReadings.applicationId, application.id))
    .orderBy(asc(passportReadings.createdAt));
  return new Map(
    rows.flatMap((row) => {
      const text = describePage(row);
      return text ? [[row.documentId, text] as const] : [];
    }),
  );
}

import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { isFresh } from "~/accounts/reauthentication/fresh.server";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { textInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";
import { documents } from "~/db/schema/documents";
import { restrictedCases } from "~/db/schema/privacy/rights";
import { openFile } from "~/documents/at-rest/open-file.server";

const opened = "restricted_case_opened";
/** Minutes of access per opening. */
const openMinutes = 10;

const mostListed = 100;

/** Lists restricted cases by number and day only, the next to expire first, and counts them. */
export async function listRestricted() {
  const [all, cases] = await Promise.all([
    db.$count(restrictedCases),
    db
      .select({
        id: restrictedCases.id,
        number: restrictedCases.applicationNumber,
        until: restrictedCases.restrictedUntil,
      })
      .from(restrictedCases)
      .orderBy(asc(restrictedCases.restrictedUntil), asc(restrictedCases.applicationNumber))
      .limit(mostListed),
  ]);
  return { all, cases };
}

export async function findRestricted(id: string | undefined) {
  const known = z.uuid().safeParse(id).data;
  const [row] = known ? await db.select().from(restrictedCases).where(eq(restrictedCases.id, known)) : [];
  return row ?? null;
}

const input = z.object({
  id: z.uuid(),
  reason: textInput(500, "The reason").refine((reason) => reason !== "", "Please say why you’re opening this case."),
});

/** Opens a restricted case for a super admin, with a recorded reason. */
export function openRestricted(context: StaffContext, rawInput: unknown) {
  const verb = {
    input,
    role: "super_admin",
    fresh: true,
    messages: { invalid: "Please say why you’re opening this case, in up to 500 characters." },
  } as const;
  return asStaff(context, verb, rawInput, async ({ tx, record }, { id, reason }) => {
    const [row] = await tx.select().from(restrictedCases).where(eq(restrictedCases.id, id));
    if (!row) return refuse("not-found", "This case is no longer restricted.");
    await record({
      actionType: opened,
      subjectType: "application",
      subjectId: id,
      subjectName: row.applicationNumber,
      details: { reason },
    });
    return { ok: true };
  });
}

/** Whether this admin has opened it within the last ten minutes, in a session that is itself fresh. */
export const hasOpened = async (staff: Staff, id: string): Promise<boolean> =>
  (await isFresh(db, staff)) && (await hasOpenedAnywhere(staff, id));

/** Whether this admin has opened it in any session: the next step then requires reauthentication. */
export async function hasOpenedAnywhere({ adminId }: Staff, id: string): Promise<boolean> {
  const recent = sql`${adminActivityLog.createdAt} > now() - make_interval(mins => ${openMinutes})`;
  const own = and(eq(adminActivityLog.adminId, adminId), eq(adminActivityLog.actionType, opened));
  return (await db.$count(adminActivityLog, and(own, eq(adminActivityLog.subjectId, id), recent))) > 0;
}

/** The file with everything, or only the data. Throws if it can't be read. */
export async function openRestrictedFile(documentId: string): Promise<{ size: number; stream: Readable }> {
  const [row] = await db.select().from(documents).where(eq(documents.id, documentId));
  const stream = row && (await openFile(row));
  if (!stream) throw new Error("The file of a restricted case is missing");
  return { size: row.byteSize, stream };
}

const text = z.string().nullish();
const answer = z.object({
  label: z.string(),
  answer: z.union([
    z.string(),
    z.null(),
    z.array(z.object({ title: z.string(), answers: z.array(z.object({ label: z.string(), answer: text })) })),
  ]),
});
const stored = z.object({
  steps: z.array(z.object({ title: z.string(), answers: z.array(answer) })),
  messages: z.array(z.object({ from: z.string(), text: z.string(), sentAt: z.string() })),
  statusHistory: z.array(z.object({ to: z.string(), message: text, at: z.string() })),
  notesOfTheOffice: z.array(z.object({ text: z.string(), writtenAt: z.string() })),
  ledger: z.array(
    z.object({ kind: z.string(), name: z.string(), amount: z.string(), receiptNumber: text, at: z.string() }),
  ),
  // Cases that were restricted before there were invoices have none.
  invoices: z
    .array(
      z.object({
        ...{ title: z.string(), number: text, total: z.string(), at: z.string() },
        creditNote: z.object({ number: text }).nullish(),
      }),
    )
    .default([]),
  documents: z.array(z.object({ name: z.string(), bytes: z.number() })),
});
export type RestrictedCaseData = z.output<typeof stored>;

/** The data that the desk shows. */
export async function readRestrictedData(dataDocumentId: string): Promise<RestrictedCaseData> {
  return stored.parse(JSON.parse((await buffer((await openRestrictedFile(dataDocumentId)).stream)).toString()));
}

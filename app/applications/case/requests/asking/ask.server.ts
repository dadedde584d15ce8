import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { attemptResult, storeAttemptResult } from "~/applications/attempts.server";
import { addRequest, type NewItem, openItemsOf } from "~/applications/case/requests/add-request.server";
import { tellOfItems } from "~/applications/case/requests/request-status.server";
import { closedForAsking, itemLimits } from "~/applications/case/requests/request-words";
import { passTurn } from "~/applications/case/turn/pass-turn.server";
import { isUndecided } from "~/applications/case/undecided";
import { type Requirement, requirementsOf } from "~/applications/wizard/files/requirements.server";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { attemptHash } from "~/ground/attempt-hash.server";
import { nassauDay } from "~/ground/time";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";
import { type ItemProblem, isEmptyItem, noItem, problemsOfItem, type TypedItem, typedItem } from "./check-items";

const text = z.string().max(20_000);
const input = z.object({
  applicationId: z.uuid(),
  items: z
    .array(z.object({ what: z.string().max(120), name: text, reason: text, dueOn: z.string().max(40), ifLate: text }))
    .max(itemLimits.items),
  setStatus: z.boolean(),
  attempt: z.uuid().optional(),
});

const words = {
  forbidden: "Your account is not active any more.",
  invalid: `Ask for at most ${itemLimits.items} things at once.`,
  failed: "It could not be sent. Please try again.",
};

type AskRefused = Refused<{ problems: ItemProblem[] } | undefined>;

/**
 * Asks the applicant for documents and answers: request, status, history, activity and the one mail in one
 * transaction (C-REQ-7). `mailed`: false where there is no address to write to.
 */
export function askApplicant(context: StaffContext, given: unknown) {
  const verb = { input, failed: "an applicant could not be asked", words };
  return asStaff(
    context,
    verb,
    given,
    async ({ tx, staff, record }, asked): Promise<Done<{ mailed: boolean }> | AskRefused> => {
      const { applicationId, setStatus, attempt } = asked;
      const [application] = await tx
        .select()
        .from(visaApplications)
        .where(eq(visaApplications.id, applicationId))
        .for("update");
      if (!application) return refuse("not-found");
      const key = attempt && attemptHash("ask", staff.adminId, attempt);
      const repeated = key ? await attemptResult(tx, key) : undefined;
      if (repeated?.applicationId === applicationId) return { ok: true, mailed: application.userEmail !== "" };
      if (!isUndecided(application.status))
        return refuse(
          "closed",
          application.status === "draft" ? "This application was not submitted yet." : closedForAsking,
        );
      const checked = await checkItems(tx, application, asked.items);
      if ("problems" in checked)
        return refuse("invalid", checked.problems.length > 0 ? "" : noItem, { problems: checked.problems });
      const { items } = checked;
      await addRequest(tx, { applicationId, adminEmail: staff.email, items });
      const mailed = await tellOfItems(tx, application, { items, setStatus, adminEmail: staff.email });
      if (key) await storeAttemptResult(tx, key, "ask", { applicationId });
      await record({
        actionType: "applicant_asked",
        subjectType: "application",
        subjectId: applicationId,
        details: { number: application.applicationNumber, items: items.length },
      });
      await passTurn(tx, applicationId);
      return { ok: true, mailed };
    },
  );
}

type Case = { id: string; visaServiceId: string | null };

async function checkItems(
  tx: Queryable,
  application: Case,
  given: readonly TypedItem[],
): Promise<{ items: NewItem[] } | { problems: ItemProblem[] }> {
  const today = nassauDay();
  const typed = given.map((item, index) => ({ index, item: typedItem(item) })).filter(({ item }) => !isEmptyItem(item));
  if (typed.length === 0) return { problems: [] };
  const requirements = await requirementsOf(application.visaServiceId, tx);
  const taken = (await openItemsOf(tx, application.id)).filter(({ kind }) => kind === "document");
  const problems: ItemProblem[] = [];
  const items: NewItem[] = [];
  for (const { index, item } of typed) {
    const found = problemsOfItem(item, today).map((problem) => ({ ...problem, index }));
    const made = found.length === 0 ? newItem(item, requirements) : undefined;
    if (found.length === 0 && !made) found.push({ index, field: "what", message: "Choose what you need." });
    const again = made && [...taken, ...items].find((other) => isSameDocument(made, other));
    if (again) found.push({ index, field: "what", message: `This is open already: ${again.name}.` });
    problems.push(...found);
    if (made) items.push(made);
  }
  return problems.length > 0 ? { problems } : { items };
}

type Named = Pick<NewItem, "kind" | "documentType" | "name">;
const isSameDocument = (one: Named, other: Named): boolean =>
  one.kind === "document" &&
  other.kind === "document" &&
  ((one.documentType !== null && one.documentType === other.documentType) ||
    one.name.toLowerCase() === other.name.toLowerCase());

/** Undefined for a document that the service does not ask for. */
function newItem({ what, name, reason, dueOn, ifLate }: TypedItem, requirements: Requirement[]): NewItem | undefined {
  const rest = { reason, dueOn: dueOn || null, ifLate };
  if (what === "question" || what === "document")
    return { kind: what, documentType: null, name, description: "", ...rest };
  const asked = requirements.find(({ type }) => what === `document:${type}`);
  return (
    asked && { kind: "document", documentType: asked.type, name: asked.name, description: asked.description, ...rest }
  );
}

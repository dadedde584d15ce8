import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Requirement, requirementsOf } from "~/applications/required-files/requirements.server";
import { isUndecided } from "~/applications/status/undecided";
import { lockedApplication } from "~/cases/locked-application.server";
import { addRequest, type NewItem, openItemsOf, unsettledItemsOf } from "~/cases/requests/add-request.server";
import { notifyOfItems } from "~/cases/requests/request-status.server";
import { closedForAsking, itemLimits, itemName } from "~/cases/requests/request-words";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { nassauDay } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Queryable } from "~/db/client.server";
import { statementOf } from "~/documents/dates/date-rule";
import {
  correctedStep,
  type ItemProblem,
  isEmptyItem,
  noItem,
  problemsOfItem,
  type TypedItem,
  typedItem,
} from "./check-items";
import { type CorrectableStep, correctableSteps } from "./correctable.server";

/** Unlimited, so that the length is refused at the field. */
const text = z.string();
const inputSchema = z.object({
  applicationId: z.uuid(),
  items: z
    .array(
      z.object({
        what: z.string().max(120),
        name: text,
        questions: z.array(z.string().max(120)).max(200),
        reason: text,
        dueOn: z.string().max(40),
        ifLate: text,
      }),
    )
    .max(itemLimits.items),
  setStatus: z.boolean(),
  attempt: z.uuid().optional(),
});

const messages = {
  forbidden: "Your account is no longer active.",
  invalid: `You can ask for up to ${itemLimits.items} items at once.`,
  failed: "This couldn’t be sent. Please try again.",
};

type RequestRefused = Refused<{ problems: ItemProblem[] } | undefined>;

/**
 * Requests documents and answers from the applicant: request, status, history, activity and one mail in one
 * transaction. `mailed`: false if there is no address to write to.
 */
export function requestItems(context: StaffContext, input: unknown) {
  const verb = { input: inputSchema, once: "ask", failed: "an applicant could not be asked", messages: messages };
  return asStaff(
    context,
    verb,
    input,
    async ({ tx, staff, record }, request): Promise<Done<{ mailed: boolean }> | RequestRefused> => {
      const { applicationId, setStatus } = request;
      const application = await lockedApplication({ tx }, applicationId);
      if (!application) return refuse("not-found");
      if (!isUndecided(application.status))
        return refuse(
          "closed",
          application.status === "draft" ? "This application hasn’t been submitted yet." : closedForAsking,
        );
      const checked = await checkItems(tx, application, request.items);
      if ("problems" in checked)
        return refuse("invalid", checked.problems.length > 0 ? "" : noItem, { problems: checked.problems });
      const { items } = checked;
      const stillOpen = await openItemsOf(tx, applicationId);
      await addRequest(tx, { applicationId, adminEmail: staff.email, items });
      const mailed = await notifyOfItems(tx, application, { items, stillOpen, setStatus, adminEmail: staff.email });
      await record({
        actionType: "applicant_asked",
        subjectType: "application",
        subjectId: applicationId,
        details: { number: application.applicationNumber, items: items.length },
      });
      await updateTurn(tx, applicationId);
      return { ok: true, mailed };
    },
  );
}

type Case = { id: string; visaServiceId: string | null };

async function checkItems(
  tx: Queryable,
  application: Case,
  rawItems: readonly TypedItem[],
): Promise<{ items: NewItem[] } | { problems: ItemProblem[] }> {
  const today = nassauDay();
  const entered = rawItems
    .map((item, index) => ({ index, item: typedItem(item) }))
    .filter(({ item }) => !isEmptyItem(item));
  if (entered.length === 0) return { problems: [] };
  const record = {
    requirements: await requirementsOf(application.visaServiceId, tx),
    steps: entered.some(({ item }) => correctedStep(item.what)) ? await correctableSteps(application.id, tx) : [],
  };
  const unsettled = (await unsettledItemsOf(tx, application.id)).filter(
    ({ kind, state }) => kind === "correction" || (kind === "document" && state === "open"),
  );
  const problems: ItemProblem[] = [];
  const items: NewItem[] = [];
  for (const { index, item } of entered) {
    const found = problemsOfItem(item, today).map((problem) => ({ ...problem, index }));
    const made = found.length === 0 ? newItem(item, record) : undefined;
    if (found.length === 0 && !made) found.push({ index, field: "what", message: "Choose what you need." });
    const again = made && [...unsettled, ...items].flatMap((openItem) => openAlready(made, openItem) ?? [])[0];
    if (again) found.push({ index, field: "what", message: `This is open already: ${again}.` });
    problems.push(...found);
    if (made) items.push(made);
  }
  return problems.length > 0 ? { problems } : { items };
}

type Named = Pick<NewItem, "kind" | "documentType" | "name" | "stepCode" | "questions">;

/** What another item already requests of this one; undefined if they differ. */
function openAlready(item: Named, existing: Named): string | undefined {
  if (item.kind === "document") return isSameDocument(item, existing) ? existing.name : undefined;
  if (item.kind !== "correction" || existing.kind !== "correction" || item.stepCode !== existing.stepCode)
    return undefined;
  const requestedNames = new Set(existing.questions?.map(({ name }) => name));
  const twice = item.questions?.filter(({ name }) => requestedNames.has(name)) ?? [];
  return twice.length > 0 ? twice.map(({ label }) => label).join(", ") : itemName(existing);
}

const isSameDocument = (a: Named, b: Named): boolean =>
  b.kind === "document" &&
  ((a.documentType !== null && a.documentType === b.documentType) || a.name.toLowerCase() === b.name.toLowerCase());

type Askable = { requirements: readonly Requirement[]; steps: readonly CorrectableStep[] };

/** Returns undefined for a document that the service does not require, and for a question that was not signed. */
function newItem(item: TypedItem, { requirements, steps }: Askable): NewItem | undefined {
  const { what, name, reason, dueOn, ifLate } = item;
  const common = { description: "", reason, dueOn: dueOn || null, ifLate };
  if (what === "question" || what === "document") return { kind: what, documentType: null, name, ...common };
  const stepCode = correctedStep(what);
  if (stepCode) {
    const step = steps.find(({ code }) => code === stepCode);
    const chosen = step?.questions.filter((question) => item.questions.includes(question.name)) ?? [];
    if (!step || chosen.length < item.questions.length) return undefined;
    const questions = chosen.map((question) => ({ name: question.name, label: question.label }));
    return { kind: "correction", documentType: null, stepCode, questions, name: step.title, ...common };
  }
  const requirement = requirements.find(({ type }) => what === `document:${type}`);
  if (!requirement) return undefined;
  return {
    ...common,
    kind: "document",
    documentType: requirement.type,
    name: requirement.name,
    description: requirement.description,
    ...(requirement.dateRule && { statement: statementOf(requirement.dateRule) }),
  };
}

import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { migrateBatch } from "~/applications/migrate-steps/batch.server";
import { withKnown } from "~/applications/steps/answers-in";
import { applicantIn } from "~/applications/steps/contradictions/applicant";
import { reviewCertification } from "~/applications/steps/review-certification";
import { type ServiceStep, stepsOfService } from "~/applications/steps/service-steps.server";
import { storedAnswers, storedStep, writeAnswers } from "~/applications/stored-answers/answers.server";
import { isAnyUnreadable } from "~/applications/stored-answers/sealed-answers.server";
import { follow } from "~/applications/wizard/saving/follow.server";
import { goalOf, placeIn, readStep, type StepForm } from "~/applications/wizard/saving/step-form.server";
import { inOrder } from "~/applications/wizard/saving/unsent-fields";
import { lockedApplication } from "~/cases/locked-application.server";
import { countryNames } from "~/core/countries.server";
import { percentAt } from "~/core/percent-at";
import { unreadableAnswer } from "~/core/unreadable";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { type Answers, fieldsOf, type Problem, type StepDefinition } from "~/form-engine/definition";
import type { SubmittedFields } from "~/form-engine/read-form";
import { isPresent } from "~/form-engine/relevance";
import { shownAnswers, shownProblems, unstorableAnswers } from "~/form-engine/storable";
import { todayAround, validateStep } from "~/form-engine/validate";
import { hiddenInput, withheldNames } from "./entered-step";
import { type WhatStays, withWhatStays } from "./what-stays";

const onlyTheApplicant =
  "Only the applicant can sign and submit an application. Send them the link to review and sign it.";
const notEntered = "This isn’t a draft started at the desk, so you can’t fill it in here.";

/** Contains the typed answers, so that a refusal loses nothing. */
type NotEntered = Refused<{ step: string; revision: number; answers: Answers; problems: Problem[] } | undefined>;
type Entered = Done<{
  /** The next step to show; null after the last one. */
  goal: string | null;
  hash: string | undefined;
  step: string;
  revision: number;
  answers: Answers;
  /** The answers are stored anyway, as in the wizard; the step stays open. */
  problems: Problem[];
}>;

/**
 * Stores a step of a desk draft by the wizard's rules, valid or not; continues to the next step once nothing is wrong.
 * Answers missing in the form, because they are hidden or files, stay. Throws a 400 Response for a form that none of
 * our pages sends.
 */
export async function enterStep(
  context: StaffContext,
  applicationId: unknown,
  submitted: SubmittedFields,
): Promise<Entered | NotEntered> {
  const id = z.uuid().safeParse(applicationId).data;
  const [application] = id ? await db.select().from(visaApplications).where(eq(visaApplications.id, id)) : [];
  if (!application) return refuse("not-found");
  // Checked first: a submission from the desk is refused whatever else the form contains.
  if (submitted.get("intent") === "submit" || submitted.get("step") === reviewCertification.code)
    return refuse("forbidden", onlyTheApplicant);
  if (!isEntered(application)) return refuse("closed", notEntered);
  const steps = await stepsOfService(application.visaServiceId);
  const form = await readStep(steps, application, submitted);
  const verb = { input: z.undefined(), messages: { forbidden: "Your account is no longer active." } };
  return asStaff(context, verb, undefined, async ({ tx, record }): Promise<Entered | NotEntered> => {
    const current = await lockedApplication({ tx }, application.id);
    if (!current || !isEntered(current)) return refuse("closed", notEntered);
    const { definition } = form.step;
    const stored = await storedStep(current, definition, tx);
    const read = withWhatStays(definition, form.typed, stored.answers, {
      hidden: withheldNames(definition, submitted.get(hiddenInput)),
      email: current.userEmail,
    });
    // Return only what the form contained: hidden answers stay on the server.
    const back = { step: definition.code, answers: shownAnswers(form.typed), problems: [] };
    if (isAnyUnreadable(definition, { ...stored.answers, ...read.typed }))
      return refuse("failed", `${unreadableAnswer} Please enter it again, or try again later.`, {
        ...back,
        revision: form.revision,
      });
    const isEqual = inOrder(read.storable) === inOrder(stored.answers);
    if (!isEqual && form.revision !== stored.revision)
      return refuse("conflict", changedMeanwhile, { ...back, revision: stored.revision });
    const revision = isEqual ? stored.revision : await writeAnswers(tx, current, definition, read.storable);
    if (!isEqual) await follow(tx, current.id, definition, stored.answers);
    const problems = await problemsOf(tx, current.id, form, read);
    const goal = problems.length > 0 ? form.index : goalOf(form, steps);
    await moveTo(tx, current.id, { from: current.furthestStep, goal: goal + 1, total: steps.length });
    if (!isEqual)
      await record({
        actionType: "step_entered_by_staff",
        subjectType: "application",
        subjectId: current.id,
        details: {
          number: current.applicationNumber,
          step: definition.code,
          answered: answeredIn(definition, read.typed),
        },
      });
    const next = steps[goal]?.definition;
    const code = next === reviewCertification ? null : (next?.code ?? definition.code);
    return {
      ...{ ok: true, ...back, revision, problems, goal: code },
      hash: code === null ? undefined : placeIn(form, code).hash,
    };
  });
}

const changedMeanwhile =
  "Someone on staff or the applicant has changed this step. Nothing was overwritten. Your version is below: save again to replace the stored one.";

type Application = typeof visaApplications.$inferSelect;

/** The desk fills in only drafts that staff started. */
export const isEntered = ({ status, begunAtDesk }: Pick<Application, "status" | "begunAtDesk">): boolean =>
  status === "draft" && begunAtDesk;

/** Problems of the step: all of them if it is to be left, and answers that could not be stored. */
async function problemsOf(
  tx: Transaction,
  id: string,
  { intent, step: { definition } }: StepForm,
  { typed, unfit }: WhatStays,
): Promise<Problem[]> {
  if (intent !== "next" && unfit.length === 0) return [];
  const [row] = await tx
    .select({ id: visaApplications.id, metadata: visaApplications.metadata })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  const all = row ? await storedAnswers(row, tx) : {};
  const known = withKnown(definition, typed, all);
  const unsaved = shownProblems(unstorableAnswers(definition, known));
  if (intent !== "next") return unsaved;
  const wrong = validateStep(definition, known, todayAround(), countryNames, () => applicantIn(all));
  return [...wrong, ...unsaved.filter(({ name }) => !wrong.some((problem) => problem.name === name))];
}

/** Stores the applicant's next step, and the step's row in its table. */
async function moveTo(
  tx: Transaction,
  id: string,
  { from, goal, total }: { from: number; goal: number; total: number },
) {
  const [row] = await tx
    .update(visaApplications)
    .set({
      currentStep: goal,
      furthestStep: Math.max(from, goal),
      totalSteps: total,
      completionPercentage: percentAt(goal, total),
    })
    .where(eq(visaApplications.id, id))
    .returning({ id: visaApplications.id, metadata: visaApplications.metadata });
  if (row) await migrateBatch(tx, [row]);
}

const answeredIn = (definition: StepDefinition, answers: Answers): number =>
  fieldsOf(definition).filter(({ name }) => isPresent(answers[name])).length;

/** All steps except the one that is signed. */
export const enteredSteps = (steps: readonly ServiceStep[]): ServiceStep[] =>
  steps.filter(({ definition }) => definition !== reviewCertification);

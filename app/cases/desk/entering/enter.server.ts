import { eq } from "drizzle-orm";
import { z } from "zod";
import { answersIn, knownOf } from "~/applications/steps/answers-in";
import { openingAnswers } from "~/applications/steps/earlier-answers";
import { phoneCountries } from "~/applications/steps/phone-countries";
import { stepsOfService } from "~/applications/steps/service-steps.server";
import { revisionOf, storedAnswers } from "~/applications/stored-answers/answers.server";
import { countryList } from "~/core/countries.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import type { Answers } from "~/form-engine/definition";
import { isPresent, visibleFields } from "~/form-engine/relevance";
import { rawInputIn, withRawInput } from "~/form-engine/typed/raw-input";
import { todayAround } from "~/form-engine/validate";
import { enteredSteps, isEntered } from "./enter-step.server";
import { hiddenIn } from "./entered-step";

export type EnterData = NonNullable<Awaited<ReturnType<typeof readEntered>>>;

/** An application by the id in a URL, with the name of its service; undefined if there is none. */
export async function findEntered(id: string) {
  if (!z.uuid().safeParse(id).success) return undefined;
  const [found] = await db
    .select({ application: visaApplications, serviceName: visaServices.serviceName })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .where(eq(visaApplications.id, id));
  return found;
}

/**
 * The data of the form for a step; null if the desk can't fill it in. Leaves out sensitive answers unless `isRevealed`.
 */
export async function readEntered(id: string, code: string | null, isRevealed = false) {
  const found = await findEntered(id);
  if (!found || !isEntered(found.application)) return null;
  const { application, serviceName } = found;
  const steps = enteredSteps(await stepsOfService(application.visaServiceId));
  const requestedIndex = steps.findIndex(({ definition }) => definition.code === code);
  const index = requestedIndex >= 0 ? requestedIndex : Math.min(application.currentStep, steps.length) - 1;
  const step = steps[index] ?? steps[0];
  if (!step) throw new Error("A service has no steps");
  const all = await storedAnswers(application);
  const answers = openingAnswers(step.definition, all);
  const hidden = isRevealed ? [] : hiddenIn(step.definition, answers);
  return {
    id,
    number: application.applicationNumber,
    email: application.userEmail,
    name: application.applicantName,
    serviceName,
    place: index + 1,
    step: { code: step.definition.code, number: step.definition.number, title: step.title },
    isLast: index === steps.length - 1,
    answers: withoutThese(
      answers,
      hidden.map(({ name }) => name),
    ),
    known: knownOf(step.definition, all),
    hidden: hidden.map(({ name, label }) => ({ name, label })),
    revision: revisionOf(application, step.definition),
    steps: steps.map(({ definition, title }) => {
      const own = answersIn(all, definition);
      const fields = visibleFields(definition, own);
      return {
        ...{ code: definition.code, title, asked: fields.length },
        answered: fields.filter(({ name }) => isPresent(own[name])).length,
      };
    }),
    countries: countryList,
    phoneCountries: phoneCountries(all),
    today: todayAround(),
  };
}

/** Removes answers by name, and their raw input. */
function withoutThese(answers: Answers, names: readonly string[]): Answers {
  const isOf = (name: string) => names.includes(name.replace(/\..*/, ""));
  const remaining = Object.entries(answers).filter(([name]) => !names.includes(name));
  const rawInput = Object.entries(rawInputIn(answers)).filter(([name]) => !isOf(name));
  return withRawInput(Object.fromEntries(remaining), Object.fromEntries(rawInput));
}

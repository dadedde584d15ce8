import { stepsOfService } from "~/applications/steps/service-steps.server";
import { statementOf } from "~/documents/dates/date-rule";
import type { FileRules } from "~/documents/file-rules";
import type { InspectOptions } from "~/documents/inspect/inspect.server";
import { type FileField, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { requirementsOf, slotsOf } from "../../required-files/requirements.server";
import { fieldOfService, rulesOf } from "./file-limits";

type QuestionRef = { step: string; field: string };
/** A question by its step's code and name, or a document that the service requires by its type. */
export type FilePlace = QuestionRef | { type: string };

export type Question = { definition: StepDefinition; title: string; field: FileField };

type FileTarget = {
  kind: "upload" | "document";
  documentType: string;
  rules: FileRules;
  inspect: InspectOptions;
  question?: Question;
};

export async function findPlace(
  application: { visaServiceId: string | null; furthestStep: number },
  place: FilePlace,
): Promise<FileTarget | undefined> {
  if ("type" in place) {
    const slots = await slotsOf(application.visaServiceId);
    const slot = slots.find(({ type }) => type === place.type);
    if (!slot) return undefined;
    const rules = rulesOf({ extensions: slot.formats });
    return { kind: "document", documentType: place.type, rules, inspect: slot };
  }
  const question = await findQuestion(application, place);
  if (!question) return undefined;
  const { field } = question;
  const requirements = await requirementsOf(application.visaServiceId);
  const inspect = requirements.find(({ type }) => type === field.documentType) ?? {};
  return { kind: "upload", documentType: field.documentType, rules: rulesOf(field), inspect, question };
}

/** The question that a file answers, if its step was reached. */
export async function findQuestion(
  application: { visaServiceId: string | null; furthestStep: number },
  { step, field }: QuestionRef,
): Promise<Question | undefined> {
  const steps = await stepsOfService(application.visaServiceId);
  const found = steps
    .slice(0, Math.max(1, application.furthestStep))
    .find(({ definition }) => definition.code === step);
  const question =
    found && fieldsOf(found.definition).find((candidate) => candidate.kind === "file" && candidate.name === field);
  if (!found || question?.kind !== "file") return undefined;
  const { formats, statements } = await questionRules(application.visaServiceId, [found]);
  return { definition: found.definition, title: found.title, field: fieldOfService(question, formats, statements) };
}

type QuestionRules = {
  /** The service's formats: those that its question accepts too, or all if it accepts none of them. */
  formats: Record<string, readonly string[]>;
  /** How recent it must be, where the service has a date rule. */
  statements: Record<string, string>;
};

/** What the service asks of the documents that questions ask for, by document type. */
export async function questionRules(
  serviceId: string | null,
  steps: readonly { definition: StepDefinition }[],
): Promise<QuestionRules> {
  const questions = steps.flatMap(({ definition }) => fieldsOf(definition)).filter((field) => field.kind === "file");
  if (questions.length === 0) return { formats: {}, statements: {} };
  const requirements = await requirementsOf(serviceId);
  const formats = questions.flatMap((question) => {
    const requestedFormats = requirements.find(({ type }) => type === question.documentType)?.formats;
    const shared = requestedFormats?.filter((format) => rulesOf(question).extensions.includes(format)) ?? [];
    return requestedFormats ? [[question.documentType, shared.length > 0 ? shared : requestedFormats] as const] : [];
  });
  const statements = requirements.flatMap(({ type, dateRule }) =>
    dateRule && questions.some(({ documentType }) => documentType === type) ? [[type, statementOf(dateRule)]] : [],
  );
  return { formats: Object.fromEntries(formats), statements: Object.fromEntries(statements) };
}

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { withKnown } from "~/applications/steps/answers-in";
import { openContradictions } from "~/applications/steps/contradictions/asked";
import { stepByCode } from "~/applications/steps/registry";
import { namesIn } from "~/core/countries/country-options";
import { withCountryCodes } from "~/form-engine/countries/typed-countries";
import { fieldsOf, type Problem, type StepDefinition } from "~/form-engine/definition";
import { readStepForm } from "~/form-engine/read-form";
import { fileAnswers } from "~/form-engine/relevance";
import { validateStep } from "~/form-engine/validate";
import { jumpToField } from "~/ui/forms/jump-to-field";
import { sectionIn, stepUrl } from "../access/step-url";
import { allAnswers } from "./checking/all-answers";
import type { useSaving } from "./client";
import type { WizardData } from "./data.server";
import { fieldId } from "./field-view";
import { submitting, withoutId } from "./notices";
import type { Ended, Sent } from "./saving/step-sender";
import { forgetShown, openOffline } from "./shown-step";
import type { UnconfirmedContradictions, useStepResult } from "./step-result";

export function useLeaving(
  data: WizardData,
  form: RefObject<HTMLFormElement | null>,
  saving: ReturnType<typeof useSaving>,
  result: ReturnType<typeof useStepResult>,
) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<string>();

  function arrive(sent: Sent, intent: string) {
    result.show(sent, intent);
    if (sent.kind === "moved") nameStepInAddress(data.step.code);
    if (sent.kind === "moved") navigate(stepUrl(data.id, sent));
    if (sent.kind === "saved") {
      const section = sectionIn(window.location.search);
      const { step, filled } = sent;
      const hash = filled === undefined ? undefined : sent.hash;
      navigate(stepUrl(data.id, { step, change: data.change, section, filled, hash }));
    }
    if (sent.kind === "exited") navigate(`/apply/${data.id}?exit=1`);
    if (sent.kind === "leaving") navigate(`/apply/${data.id}/${sent.to}`);
    if (sent.kind === "submitted") forgetShown(data.id);
  }

  const { ended } = saving.state;
  const end = useEffectEvent((kind: Ended) => {
    // The application's page says that the draft was deleted.
    if (kind === "deleted") void navigate(`/apply/${data.id}`);
    else result.show({ kind }, "save");
  });
  // A save in the background may be the first to learn it.
  useEffect(() => {
    if (ended) end(ended);
  }, [ended]);

  async function go(intent: string) {
    if (busy) return;
    if (intent === "submit") {
      if (!form.current || !new FormData(form.current).get("application")) return result.setNotice(withoutId);
      result.setNotice(submitting);
    }
    setBusy(intent);
    const sent = await saving.send(intent);
    setBusy(undefined);
    const target = isWithoutLine(sent) ? targetOf(data, intent) : undefined;
    if (target) return goWithoutLine(target, intent);
    // Don't stay on a step that waits for an earlier one: that one has to be opened first.
    const back =
      sent.kind === "unsent" && sent.why === "early" && intent !== "next" ? targetOf(data, intent) : undefined;
    if (back) return void navigate(stepUrl(data.id, { step: back }));
    arrive(sent, intent);
  }

  /** Continues only if the step passes the browser's validation; files are sent later. */
  function goWithoutLine(target: string, intent: string) {
    const problems = intent === "next" && form.current ? problemsWithoutFiles(data, form.current) : [];
    if (problems.length > 0) return result.show({ kind: "invalid", ...unsaved(data), problems }, intent);
    const contradictions = intent === "next" && form.current ? contradictionsHere(data, form.current) : undefined;
    if (contradictions) return result.show({ kind: "contradicted", ...unsaved(data), ...contradictions }, intent);
    if (intent === "next") saving.leave();
    nameStepInAddress(data.step.code);
    openOffline(data.id, target);
    navigate(`/apply/${data.id}?step=${target}`);
  }

  function settle(does: "try" | "show" | "compare" | "complete" | "drop") {
    if (does === "try") return saving.flush();
    if (does === "drop") return saving.drop();
    if (does === "compare") return void go(`goto:${data.step.code}`);
    if (does === "complete") return void go("next");
    const [first] = saving.state.stops.find(({ step }) => step === data.step.code)?.problems ?? [];
    jumpToField(fieldId(first?.at ?? first?.name ?? ""));
  }

  return { busy, arrive, go, settle };
}

const isWithoutLine = (sent: Sent) =>
  sent.kind === "unsent" && (sent.why === "offline" || sent.why === "network" || sent.why === "away");

function targetOf({ steps, place, previous, change }: WizardData, intent: string): string | undefined {
  if (change && (intent === "next" || intent === "previous")) return "review_certification";
  if (intent === "next") return steps[place]?.code;
  if (intent === "previous") return previous ?? undefined;
  return intent.startsWith("goto:") ? intent.split(":")[1] : undefined;
}

/** Validates the step in the browser, which can't check files. */
export function problemsWithoutFiles(data: WizardData, form: HTMLFormElement): Problem[] {
  const definition = stepByCode(data.step.code);
  if (!definition) return [];
  const files = new Set(fieldsOf(definition).flatMap(({ kind, name }) => (kind === "file" ? [name] : [])));
  const current = answersHere(definition, data, form);
  const answers = withKnown(definition, current, allAnswers(data, definition, current).metadata);
  return validateStep(definition, answers, data.today, namesIn(data.countries)).filter(({ name }) => !files.has(name));
}

function contradictionsHere(data: WizardData, form: HTMLFormElement): UnconfirmedContradictions | undefined {
  const definition = stepByCode(data.step.code);
  if (!definition) return undefined;
  const answers = answersHere(definition, data, form);
  const asked = openContradictions(allAnswers(data, definition, answers), definition);
  return asked.length > 0 ? { asked, answers } : undefined;
}

const answersHere = (definition: StepDefinition, { answers, countries }: WizardData, form: HTMLFormElement) =>
  withCountryCodes(
    definition,
    { ...fileAnswers(definition, answers), ...readStepForm(definition, new FormData(form)) },
    namesIn(countries),
  );

/** The saved state, for outcomes that the browser creates itself. */
export const unsaved = ({ step, revision, savedAt }: WizardData) => ({
  step: step.code,
  revision,
  savedAt,
  answers: {},
});

/** Without the step the address means the current one, which changes, and Back would not return to this one. */
export function nameStepInAddress(code: string) {
  const { pathname, search } = window.location;
  if (!search) window.history.replaceState(window.history.state, "", `${pathname}?step=${code}`);
}

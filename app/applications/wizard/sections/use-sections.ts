import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { stepUrl } from "~/applications/access/step-url";
import { applicantIn } from "~/applications/steps/contradictions/applicant";
import { allAnswers } from "~/applications/wizard/checking/all-answers";
import type { useSaving } from "~/applications/wizard/client";
import type { WizardData } from "~/applications/wizard/data.server";
import { fieldId } from "~/applications/wizard/field-view";
import type { Answered, useStepAnswers } from "~/applications/wizard/step-answers";
import { nameStepInAddress, problemsWithoutFiles, unsaved } from "~/applications/wizard/step-leaving";
import { lowWindow, type useStepResult } from "~/applications/wizard/step-result";
import type { StepDefinition } from "~/form-engine/definition";
import { remainingProblems } from "~/form-engine/validate";
import { jumpToField, revealing } from "~/ui/forms/jump-to-field";
import { openPart, partsOf, partWith, sectionOf } from "./parts";

/** In these windows CSS hides the other sections. A browser without `scripting` shows them all. */
const narrow = "(width < 40rem) and (not (scripting: none))";

const onResize = (changed: () => void) => {
  const query = window.matchMedia(narrow);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};
const isNarrow = () => window.matchMedia(narrow).matches;

type SectionsProps = {
  data: WizardData;
  definition: StepDefinition;
  form: RefObject<HTMLFormElement | null>;
  answered: Answered | undefined;
  opened: ReturnType<typeof useStepAnswers>;
  result: ReturnType<typeof useStepResult>;
  saving: ReturnType<typeof useSaving>;
  go: (intent: string) => void;
};

export type Sections = {
  /** The indexes of the sections that a phone shows one at a time; empty where the step is shown whole. */
  parts: readonly number[];
  open: number;
  /** The window is narrow, so the others are hidden. */
  isOn: boolean;
};

/**
 * Shows a long step's sections one at a time in a narrow window. All of them stay in the form, so that the whole step
 * is saved, counted and sent.
 */
export function useSections({ data, definition, form, answered, opened, result, saving, go }: SectionsProps) {
  const { answers } = opened;
  const unstored = saving.state.stops.find(({ step }) => step === definition.code)?.problems ?? [];
  const applicant = () => applicantIn(allAnswers(data, definition, answers).metadata);
  const problems = remainingProblems([...result.problems, ...unstored], definition, answers, { ...data, applicant });
  const pageProblems = answered?.kind === "invalid" ? answered.problems : [];
  const navigate = useNavigate();
  const sectionParam = new URLSearchParams(useLocation().search).get("section");
  const parts = partsOf(definition, answers);
  const open = openPart(definition, parts, { section: sectionParam, change: data.change, problems: pageProblems });
  const isOn = useSyncExternalStore(onResize, isNarrow, () => false) && parts.length > 0;
  const position = parts.indexOf(open);

  const show = useFocus(open, isOn, (section, replace) => {
    nameStepInAddress(data.step.code);
    const url = stepUrl(data.id, { step: data.step.code, change: data.change, section: section + 1 });
    void navigate(url, { replace, flushSync: true });
  });
  useReveal(form, { parts, isOn, open, show });

  const [first] = result.problems;
  const goToProblem = useEffectEvent(() => {
    if (!first) return;
    const section = partWith(parts, sectionOf(definition, first.name));
    if (isOn && section !== undefined && section !== open) show(section, fieldId(first.at ?? first.name));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each try (N-PART-3).
  useEffect(() => goToProblem(), [result.tries]);

  /** In a section `next` and `previous` move between sections. */
  function send(intent: string) {
    // A change from the review returns there from any section.
    const isOwn = isOn && !data.change && (intent === "next" || intent === "previous");
    const to = parts[intent === "next" ? position + 1 : position - 1];
    if (!isOwn || to === undefined) return go(intent);
    const own = intent === "next" && form.current ? problemsWithoutFiles(data, form.current) : [];
    const found = own.filter(({ name }) => partWith(parts, sectionOf(definition, name)) === open);
    const kind = found.length > 0 ? "invalid" : "saved";
    result.show({ kind, ...unsaved(data), problems: found }, intent);
    if (found.length > 0) return;
    saving.flush();
    show(to);
  }

  return { problems, parts, open, isOn, send };
}

/** Focuses the target of a change of section, but not when the page opens. */
function useFocus(open: number, isOn: boolean, go: (section: number, replace: boolean) => void) {
  const before = useRef(open);
  const target = useRef<string>(undefined);
  // In the same commit: later it could take the focus from an input that was touched meanwhile.
  useLayoutEffect(() => {
    if (isOn && before.current !== open && !target.current) headingOf(open)?.focus({ preventScroll: true });
  }, [open, isOn]);
  // Must run after the router's own scrolling, which for Back restores the old position.
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    const id = target.current;
    target.current = undefined;
    if (!isOn || (id && jumpToField(id))) return;
    window.scrollTo({ top: 0 });
    if (window.innerHeight < lowWindow) headingOf(open)?.scrollIntoView({ block: "start" });
  }, [open, isOn]);
  return (section: number, id?: string, replace = false) => {
    target.current = id;
    go(section, replace);
  };
}

const headingOf = (section: number) => document.getElementById(`section-${section}`);

type Shown = Sections & { show: ReturnType<typeof useFocus> };

/**
 * Also opens the section of the last input when the others become hidden. When they are shown again, e.g. after turning
 * a phone, the page keeps its position in the step.
 */
function useReveal(form: RefObject<HTMLFormElement | null>, { parts, isOn, open, show }: Shown) {
  const last = useRef<EventTarget>(null);
  const wasOn = useRef(false);
  const partAround = (element: Element | null) => {
    const section = element?.closest<HTMLElement>("[data-section]")?.dataset.section;
    return section === undefined ? undefined : partWith(parts, Number(section));
  };
  /** Opens the element's section if it is hidden; returns whether it was. */
  const reveal = useEffectEvent((target: EventTarget | null, replace: boolean) => {
    const element = target instanceof Element ? target : null;
    const section = partAround(element);
    if (!element || !isOn || section === undefined || section === open) return false;
    show(section, element.id, replace);
    return true;
  });
  useEffect(() => {
    const step = form.current;
    const note = ({ target }: Event) => {
      last.current = target;
    };
    const on = (event: Event) => {
      if (reveal(event.target, false)) event.preventDefault();
    };
    step?.addEventListener("input", note);
    step?.addEventListener("focusin", note);
    step?.addEventListener(revealing, on);
    return () => {
      step?.removeEventListener("input", note);
      step?.removeEventListener("focusin", note);
      step?.removeEventListener(revealing, on);
    };
  }, [form]);
  const stay = useEffectEvent(() => {
    if (parts.length === 0) return;
    const touched = last.current instanceof Element ? last.current : null;
    if (touched && partAround(touched) === open) touched.scrollIntoView({ block: "center" });
    else headingOf(open)?.scrollIntoView({ block: "start" });
  });
  useEffect(() => {
    if (!isOn && wasOn.current) stay();
    wasOn.current = isOn;
    if (!isOn) return;
    const { hash, search } = window.location;
    // The browser could not scroll to a hidden element.
    const named = search.includes("section=") ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    reveal(last.current ?? named, true);
  }, [isOn]);
}

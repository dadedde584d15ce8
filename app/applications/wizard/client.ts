import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { seenSince } from "~/applications/stored-answers/seen";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { fileAnswers } from "~/form-engine/relevance";
import { forgetUnsent } from "../access/unsent-places";
import type { WizardData } from "./data.server";
import { saverOf } from "./saving/saver";
import { isRefused, type Refusal, type SaveState } from "./saving/step-sender";
import { readUnsent, storeUnsent } from "./saving/unsent";
import { answersOf, answersOfUnsent, fieldsIn, isNoConflict, sameAnswers } from "./saving/unsent-fields";

/** Unsent answers of this step in the tab: `restored` into the form, or `stale`, so the person chooses. */
export type Restored = { kind: "restored" | "stale"; answers: Answers };

export function useSaving(data: WizardData, revision: number, form: RefObject<HTMLFormElement | null>, ready: boolean) {
  const { id, savedAt, attempt, change, seen } = data;
  const step = data.step.code;
  const [saver] = useState(() => saverOf(id));
  const nothing = useCallback(() => undefined, []);
  const state: SaveState = useSyncExternalStore(saver.subscribe, saver.state, nothing) ?? {
    kind: "saved",
    at: savedAt,
    since: 0,
    stops: [],
    ended: undefined,
    isKept: false,
    left: [],
    invalid: [],
    spoken: "",
  };

  const listed = data.steps.map(({ code }) => code).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` and `savedAt` count at its start.
  useEffect(() => {
    if (!ready) return;
    const start = { revision, savedAt, countries: data.countries, steps: listed.split(" ") };
    const detach = saver.attach(step, start, () => (form.current ? fieldsIn(form.current) : undefined));
    saver.flush();
    return detach;
  }, [saver, step, ready, listed]);

  const extraFields = () => ({
    attempt,
    ...(change ? { change } : {}),
    ...(seen === null ? {} : { seen: seenSince(seen, (code) => saver.known(code).revision) }),
  });
  const currentFields = () => (form.current ? fieldsIn(form.current) : undefined);
  return {
    state,
    send: (intent: string) => saver.send(step, intent, extraFields, currentFields()),
    inTurn: <Done extends object>(work: () => Promise<Done>) => saver.inTurn(step, work, currentFields()),
    changed: () => saver.changed(step),
    leave: () => saver.leave(step),
    flush: saver.flush,
    drop: saver.drop,
  };
}

export function deferredContradictions({ id, step }: WizardData): Refusal | undefined {
  const sent = saverOf(id).refusal(step.code);
  return sent && isRefused(sent) ? sent : undefined;
}

/** The step as this page last saved it, if that was after the page loaded: a save may overtake a navigation. */
export function asSavedHere(data: WizardData, definition: StepDefinition): WizardData {
  const { fields, revision } = saverOf(data.id).known(data.step.code);
  if (!fields || revision <= data.revision) return data;
  const answers = { ...fileAnswers(definition, data.answers), ...answersOf(definition, fields, data.countries) };
  return { ...data, revision, answers };
}

/**
 * Restores unacknowledged answers after a reload or crash, if they are based on the stored revision; otherwise the
 * person chooses, so that nothing is overwritten unseen.
 */
export function restoreUnsent(data: WizardData, definition: StepDefinition): Restored | undefined {
  const step = data.step.code;
  const unsent = readUnsent(data.id, step);
  if (!unsent) return undefined;
  const answers = answersOfUnsent(definition, unsent, data);
  // A step that was left offline must still be sent as by its button.
  if (!unsent.left && sameAnswers(definition, answers, data.answers)) {
    forgetUnsent(data.id, [step]);
    return undefined;
  }
  const lost = unsent.lost.map((fields) => answersOf(definition, fields, data.countries));
  if (unsent.revision !== data.revision && !isNoConflict(definition, answers, lost, data.answers))
    return { kind: "stale", answers };
  storeUnsent(data.id, step, { ...unsent, revision: data.revision, lost: [] });
  return { kind: "restored", answers };
}

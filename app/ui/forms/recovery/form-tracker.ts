import { pathOf } from "./form-entries";
import { findRecoverableForm, type RecoverableForm, recoverableFormOf, type Waiting } from "./recoverable-form";
import { deleteStaleCopies, hasRecoveryCopy } from "./recovery-copies";

export type FormNotice = {
  key: string;
  kept: RecoverableForm;
  failed: string | null;
  waits: Waiting | null;
  restoredAt: number | null;
  at: HTMLElement;
};

const byAttempt = new Map<string, RecoverableForm>();
const places = new WeakMap<RecoverableForm, { key: string; failed: HTMLElement; restored: HTMLElement }>();
let listeners: (() => void)[] = [];
let notices: readonly FormNotice[] = [];
let count = 0;

export const currentNotices = () => notices;
export function subscribeToNotices(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((one) => one !== listener);
  };
}

export const formOfAttempt = (attempt: unknown): RecoverableForm | undefined =>
  typeof attempt === "string" ? byAttempt.get(attempt) : undefined;

export const notSaved = "Not saved.";

export const unsavedForms = (): RecoverableForm[] =>
  [...document.forms].flatMap((form) => {
    const kept = findRecoverableForm(form);
    return kept?.isUnsent && (!kept.isSending || kept.savesItself) ? [kept] : [];
  });

const leadsOut = ["/admin/login", "/admin/sign-out"];
const isKept = (form: unknown): form is HTMLFormElement =>
  form instanceof HTMLFormElement &&
  form.getAttribute("method")?.toLowerCase() === "post" &&
  !leadsOut.includes(pathOf(form));

function newPlace(): HTMLElement {
  const place = document.createElement("div");
  place.className = "kept-notice";
  return place;
}

/** Above the form and under it, or next to the button that is elsewhere. */
function placesOf(kept: RecoverableForm) {
  const own = places.get(kept) ?? { key: `form-${++count}`, failed: newPlace(), restored: newPlace() };
  places.set(kept, own);
  const { form, submitter } = kept;
  const elsewhere = submitter?.isConnected && !form.contains(submitter) ? submitter.parentElement : null;
  if ((kept.failed !== null || kept.waits) && !own.failed.isConnected) (elsewhere ?? form).append(own.failed);
  if (kept.restoredAt !== null && !own.restored.isConnected) form.prepend(own.restored);
  return own;
}

export function publishNotices(): void {
  notices = [...document.forms].flatMap((form) => {
    const kept = findRecoverableForm(form);
    // A form without a message for a failed send has none for a slow one either.
    const waits = kept && kept.form.dataset.failed !== "" ? kept.waits : null;
    if (!kept || (kept.failed === null && kept.restoredAt === null && !waits)) return [];
    const { key, failed, restored } = placesOf(kept);
    return [
      ...(kept.restoredAt === null
        ? []
        : [{ key: `${key}-restored`, kept, failed: null, waits: null, restoredAt: kept.restoredAt, at: restored }]),
      ...(kept.failed === null
        ? []
        : [{ key: `${key}-failed`, kept, failed: kept.failed, waits: null, restoredAt: null, at: failed }]),
      ...(waits ? [{ key: `${key}-waits`, kept, failed: null, waits, restoredAt: null, at: failed }] : []),
    ];
  });
  for (const listener of listeners) listener();
}

/** For a form that its own script sends: returns how to report the result. Does nothing without `FormRecovery`. */
export function trackScriptedSubmit(form: HTMLFormElement, attempt: unknown) {
  const kept = findRecoverableForm(form);
  kept?.begin(String(attempt), null, publishNotices);
  publishNotices();
  return {
    isKept: kept !== undefined,
    answered: (status: number) => {
      kept?.answer(status, false);
      publishNotices();
    },
    failed: (words: string) => {
      kept?.fail(words);
      publishNotices();
    },
  };
}

/** Stores changes by script, such as a moved row, like typed ones. */
export function markChangedByScript(form: HTMLFormElement): void {
  findRecoverableForm(form)?.type();
}

/** Tracks all forms of the page: stores and restores text for `who`, gives each send its key. Returns how to stop. */
export function trackForms(who: string | null): () => void {
  const formOf = (event: Event) => {
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    return isKept(form) ? recoverableFormOf(form, who) : undefined;
  };
  // Before anything is typed: on a click, or when Tab reaches a form.
  const meet = (event: Event) => void formOf(event);
  const type = (event: Event) => {
    const kept = formOf(event);
    // React has not rendered the event's change yet.
    if (kept) queueMicrotask(() => kept.type());
  };
  const submit = (event: SubmitEvent) => {
    if (event.target instanceof HTMLFormElement && pathOf(event.target) === "/admin/sign-out") deleteStaleCopies(null);
    const kept = formOf(event);
    if (!kept) return;
    kept.submitter = event.submitter;
    kept.isSubmitted = true;
  };
  const collect = (event: FormDataEvent) => {
    const kept = formOf(event);
    if (!kept) return;
    const others = unsavedForms().some((one) => one !== kept);
    byAttempt.set(kept.collect(event.formData, others), kept);
  };
  const restore = () => {
    if (who === null || !hasRecoveryCopy(who, location.pathname)) return;
    const restored = [...document.forms].filter((form) => isKept(form) && recoverableFormOf(form, who).restore());
    if (restored.length > 0) publishNotices();
  };
  let soon: ReturnType<typeof setTimeout> | undefined;
  // Forms appear with pages, dialogs, reloads. Deferred: React must not be asked to render while it renders.
  const look = () => {
    clearTimeout(soon);
    soon = setTimeout(() => {
      restore();
      if (notices.some(({ at }) => !at.isConnected)) publishNotices();
    });
  };
  const watcher = new MutationObserver(look);
  if (who !== null) deleteStaleCopies(who);
  look();
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  document.addEventListener("focusin", meet, options);
  document.addEventListener("pointerdown", meet, options);
  document.addEventListener("input", type, options);
  document.addEventListener("change", type, options);
  document.addEventListener("submit", submit, options);
  document.addEventListener("formdata", collect, options);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => {
    ending.abort();
    watcher.disconnect();
    clearTimeout(soon);
  };
}

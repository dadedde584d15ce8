import { pathOf } from "./form-entries";
import { findRecoverableForm, type RecoverableForm, recoverableFormOf, type Waiting } from "./recoverable-form";
import { deleteStaleCopies, hasRecoveryCopy } from "./recovery-copies";

/** Something to say at a form, and where. */
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

/** The form that was sent with this attempt. */
export const formOfAttempt = (attempt: unknown): RecoverableForm | undefined =>
  typeof attempt === "string" ? byAttempt.get(attempt) : undefined;

/** Said of a failed send where no row has other words. */
export const notSaved = "Not saved.";

/** The forms of the page whose text was neither sent nor is on its way. */
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

/** Where it is said: above the form and under it, or beside the button that stands elsewhere. */
function placesOf(kept: RecoverableForm) {
  const own = places.get(kept) ?? { key: `form-${++count}`, failed: newPlace(), restored: newPlace() };
  places.set(kept, own);
  const { form, submitter } = kept;
  const elsewhere = submitter?.isConnected && !form.contains(submitter) ? submitter.parentElement : null;
  if ((kept.failed !== null || kept.waits) && !own.failed.isConnected) (elsewhere ?? form).append(own.failed);
  if (kept.restoredAt !== null && !own.restored.isConnected) form.prepend(own.restored);
  return own;
}

/** Tells what there is to say now at each form. */
export function publishNotices(): void {
  notices = [...document.forms].flatMap((form) => {
    const kept = findRecoverableForm(form);
    // A form that says nothing of a failed send says nothing of a slow one either.
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

/**
 * A form that its own script sends: how to say what becomes of it. Without `FormRecovery` on the page nothing is said.
 */
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

/** What changed by script, such as a row that was moved, is stored as what is typed. */
export function markChangedByScript(form: HTMLFormElement): void {
  findRecoverableForm(form)?.type();
}

/**
 * Keeps the texts of all forms of the open page that send something: stores what is typed for `who`, puts it back, and
 * gives each send its attempt. Returns how to end that.
 */
export function trackForms(who: string | null): () => void {
  const formOf = (event: Event) => {
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    return isKept(form) ? recoverableFormOf(form, who) : undefined;
  };
  // Before anything is typed: a page that is clicked or reached by Tab.
  const meet = (event: Event) => void formOf(event);
  const type = (event: Event) => {
    const kept = formOf(event);
    // React has not drawn yet what the event changed.
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
  // Forms come with other pages, dialogs and reloads. Later, because React must not be asked to draw while it draws.
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

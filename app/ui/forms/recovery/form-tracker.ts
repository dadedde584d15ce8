import { pathOf } from "./form-entries";
import { findRecoverableForm, type RecoverableForm, recoverableFormOf, type Waiting } from "./recoverable-form";
import { deleteStaleCopies, hasRecoveryCopy } from "./recovery-copies";

export type FormNotice = {
  key: string;
  recoverable: RecoverableForm;
  failed: string | null;
  pending: Waiting | null;
  restoredAt: number | null;
  at: HTMLElement;
};

const byAttempt = new Map<string, RecoverableForm>();
const containers = new WeakMap<RecoverableForm, { key: string; failed: HTMLElement; restored: HTMLElement }>();
let listeners: (() => void)[] = [];
let notices: readonly FormNotice[] = [];
let count = 0;

export const currentNotices = () => notices;
export function subscribeToNotices(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((entry) => entry !== listener);
  };
}

export const formOfAttempt = (attempt: unknown): RecoverableForm | undefined =>
  typeof attempt === "string" ? byAttempt.get(attempt) : undefined;

export const notSaved = "Not saved.";

export const unsavedForms = (): RecoverableForm[] =>
  [...document.forms].flatMap((form) => {
    const recoverable = findRecoverableForm(form);
    return recoverable?.isUnsent && (!recoverable.isSending || recoverable.savesItself) ? [recoverable] : [];
  });

const sessionPaths = ["/admin/login", "/admin/sign-out"];
const isTracked = (form: unknown): form is HTMLFormElement =>
  form instanceof HTMLFormElement &&
  form.getAttribute("method")?.toLowerCase() === "post" &&
  !sessionPaths.includes(pathOf(form));

function newContainer(): HTMLElement {
  const container = document.createElement("div");
  container.className = "kept-notice";
  return container;
}

/** Above the form and under it, or next to the button that is elsewhere. */
function containersOf(recoverable: RecoverableForm) {
  const own = containers.get(recoverable) ?? {
    key: `form-${++count}`,
    failed: newContainer(),
    restored: newContainer(),
  };
  containers.set(recoverable, own);
  const { form, submitter } = recoverable;
  const elsewhere = submitter?.isConnected && !form.contains(submitter) ? submitter.parentElement : null;
  if ((recoverable.failed !== null || recoverable.pending) && !own.failed.isConnected)
    (elsewhere ?? form).append(own.failed);
  if (recoverable.restoredAt !== null && !own.restored.isConnected) form.prepend(own.restored);
  return own;
}

export function publishNotices(): void {
  notices = [...document.forms].flatMap((form) => {
    const recoverable = findRecoverableForm(form);
    // A form without a message for a failed send has none for a slow one either.
    const pending = recoverable && recoverable.form.dataset.failed !== "" ? recoverable.pending : null;
    if (!recoverable || (recoverable.failed === null && recoverable.restoredAt === null && !pending)) return [];
    const { key, failed, restored } = containersOf(recoverable);
    return [
      ...(recoverable.restoredAt === null
        ? []
        : [
            {
              key: `${key}-restored`,
              recoverable,
              failed: null,
              pending: null,
              restoredAt: recoverable.restoredAt,
              at: restored,
            },
          ]),
      ...(recoverable.failed === null
        ? []
        : [
            {
              key: `${key}-failed`,
              recoverable,
              failed: recoverable.failed,
              pending: null,
              restoredAt: null,
              at: failed,
            },
          ]),
      ...(pending ? [{ key: `${key}-waits`, recoverable, failed: null, pending, restoredAt: null, at: failed }] : []),
    ];
  });
  for (const listener of listeners) listener();
}

/** For a form that its own script sends: returns how to report the result. Does nothing without `FormRecovery`. */
export function trackScriptedSubmit(form: HTMLFormElement, attempt: unknown) {
  const recoverable = findRecoverableForm(form);
  recoverable?.begin(String(attempt), null, publishNotices);
  publishNotices();
  return {
    isKept: recoverable !== undefined,
    answered: (status: number) => {
      recoverable?.answer(status, false);
      publishNotices();
    },
    failed: (text: string) => {
      recoverable?.fail(text);
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
    return isTracked(form) ? recoverableFormOf(form, who) : undefined;
  };
  // Before anything is typed: on a click, or when Tab reaches a form.
  const meet = (event: Event) => void formOf(event);
  const type = (event: Event) => {
    const recoverable = formOf(event);
    // React has not rendered the event's change yet.
    if (recoverable) queueMicrotask(() => recoverable.type());
  };
  const submit = (event: SubmitEvent) => {
    if (event.target instanceof HTMLFormElement && pathOf(event.target) === "/admin/sign-out") deleteStaleCopies(null);
    const recoverable = formOf(event);
    if (!recoverable) return;
    recoverable.submitter = event.submitter;
    recoverable.isSubmitted = true;
  };
  const collect = (event: FormDataEvent) => {
    const recoverable = formOf(event);
    if (!recoverable) return;
    const hasOthers = unsavedForms().some((candidate) => candidate !== recoverable);
    byAttempt.set(recoverable.collect(event.formData, hasOthers), recoverable);
  };
  const restore = () => {
    if (who === null || !hasRecoveryCopy(who, location.pathname)) return;
    const restored = [...document.forms].filter((form) => isTracked(form) && recoverableFormOf(form, who).restore());
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

import { newIdempotencyKey } from "~/core/idempotency-key";
import {
  type FormEntries,
  formEntriesOf,
  hasFiles,
  nameOf,
  parseEntries,
  restoreEntries,
  rowsOf,
  versionFieldsOf,
} from "./form-entries";
import { deleteRecoveryCopy, readRecoveryCopy, saveRecoveryCopy } from "./recovery-copies";

/** For a form whose text is not all in its fields: its rows come and go, or change their order. */
type FormTextAccess = { read: () => string; put: (text: string) => void };
const ownTexts = new WeakMap<HTMLFormElement, FormTextAccess>();

type Sent = { text: string; rows: string };

/** Milliseconds without a response until the form says so. */
const slowAfter = { slow: 5_000, silent: 20_000 };
export type Waiting = keyof typeof slowAfter;

export class RecoverableForm {
  readonly form: HTMLFormElement;
  /** The admin for whom texts are stored; null: nothing is stored. */
  private readonly who: string | null;
  private readonly page = location.pathname;
  private readonly name: string;
  private before: string;
  private typed = false;
  private typedSinceSent = false;
  private attempt = newIdempotencyKey();
  /** Hidden inputs from when the text was begun, or of an unanswered send: sent instead of the present ones. */
  private hiddenInputs: Record<string, string> = {};
  /** The fields as last read, for a send or for a script that asks. */
  private collected: Sent | null = null;
  private sentText = "";
  /** Sent without a response so far: any other content needs a new key, or it would be taken for this one. */
  private unanswered: Sent | null = null;
  private sends = 0;
  private sentFields: FormData | null = null;
  /** False if the page sent it itself, after a choice. */
  private sentByButton = true;
  private stays = false;
  private waiting: (() => void)[] = [];
  submitter: HTMLElement | null = null;
  isSubmitted = false;
  isSending = false;
  failed: string | null = null;
  /** Null: no send is pending, or not for long. */
  pending: Waiting | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];
  restoredAt: number | null = null;

  constructor(form: HTMLFormElement, who: string | null) {
    this.form = form;
    this.who = form.dataset.keep === "no" || form.dataset.keep === "page" ? null : who;
    this.name = nameOf(form);
    this.before = this.now();
  }

  private read(): FormEntries {
    const own = ownTexts.get(this.form);
    return own ? [["", own.read()]] : formEntriesOf(this.form);
  }
  private now = () => JSON.stringify(this.read());
  private present = (): Sent => ({ text: this.now(), rows: rowsOf(this.form) });

  get isUnsent(): boolean {
    if (this.form.dataset.keep === "no" || !this.form.isConnected) return false;
    return (this.typed && this.now() !== this.before) || hasFiles(this.form);
  }
  get hasText(): boolean {
    return this.form.dataset.keep !== "no" && this.read().length > 0;
  }
  /** Whether its text is stored on this device until it is sent. */
  get isStored(): boolean {
    return this.who !== null && this.hasText;
  }
  /** Saved when its field is left, so that leaving the page saves it first. */
  get savesItself(): boolean {
    return "savesItself" in this.form.dataset;
  }
  /** Another query of the same path shows another form in its place. */
  get goesWithSearch(): boolean {
    return "ofSearch" in this.form.dataset;
  }

  type(): void {
    this.typed = true;
    this.typedSinceSent = true;
    this.store();
  }

  private store(): void {
    if (this.who === null) return;
    if (!this.isUnsent) {
      this.forget();
      return;
    }
    const text = this.read();
    const stored = readRecoveryCopy(this.who, this.page, this.name);
    const savedAt = stored && JSON.stringify(stored.text) === JSON.stringify(text) ? stored.at : Date.now();
    saveRecoveryCopy(this.who, this.page, this.name, {
      at: savedAt,
      text,
      from: { ...versionFieldsOf(this.form), ...this.hiddenInputs },
    });
  }

  forget(): void {
    if (this.who !== null) deleteRecoveryCopy(this.who, this.page, this.name);
  }

  /** Restores a stored text; true if there was one. */
  restore(): boolean {
    if (this.who === null || this.typed) return false;
    const stored = readRecoveryCopy(this.who, this.page, this.name);
    if (!stored) return false;
    // Before the text: a field that is sent on change must be sent with the version that the text was made from.
    this.hiddenInputs = stored.from;
    if (JSON.stringify(stored.text) === this.before) this.forget();
    else this.put(stored.text);
    if (this.now() === this.before) {
      // The form has other fields now; the text waits for the one it belongs to.
      this.hiddenInputs = {};
      return false;
    }
    this.typed = true;
    this.restoredAt = stored.at;
    this.unanswered = stored.from.attempt ? this.present() : null;
    for (let node = this.form.closest("details"); node; node = node.parentElement?.closest("details") ?? null)
      node.open = true;
    return true;
  }

  private put(text: FormEntries): void {
    const own = ownTexts.get(this.form);
    if (own) own.put(text[0]?.[1] ?? "");
    else restoreEntries(this.form, text);
  }

  discard(): void {
    this.put(parseEntries(this.before));
    this.typed = false;
    this.hiddenInputs = {};
    this.failed = null;
    this.restoredAt = null;
    this.forget();
  }

  private renew(): void {
    const { new: idOfNew } = this.form.dataset;
    this.hiddenInputs = {
      ...this.hiddenInputs,
      attempt: newIdempotencyKey(),
      ...(idOfNew ? { [idOfNew]: newIdempotencyKey() } : {}),
    };
  }

  /** Completes the fields of a form that is about to be sent. Returns its idempotency key. */
  collect(fields: FormData, stays: boolean): string {
    const [now, last] = [this.present(), this.unanswered];
    if (last && (last.text !== now.text || last.rows !== now.rows)) this.renew();
    this.collected = now;
    // Repeated inputs belong to table rows; submit them unchanged.
    for (const [name, value] of Object.entries(this.hiddenInputs))
      if (fields.getAll(name).length < 2) fields.set(name, value);
    if (!fields.get("attempt")) fields.set("attempt", this.attempt);
    if (stays) fields.set("stay", "yes");
    this.stays = stays;
    return String(fields.get("attempt"));
  }

  /**
   * Marks a send as pending: if the page ends now, the text is sent again under the same key. Returns the send's
   * number. Calls `onWait` after 5 and 20 seconds without a response.
   */
  begin(attempt: string, fields: FormData | null, onWait: () => void): number {
    this.stopWaiting();
    this.timers = Object.entries(slowAfter).map(([waits, after]) =>
      setTimeout(() => {
        this.pending = waits as Waiting;
        onWait();
      }, after),
    );
    this.unanswered = this.collected ?? this.present();
    this.sentText = this.unanswered.text;
    this.sentFields = fields;
    this.sentByButton = this.isSubmitted;
    this.isSubmitted = false;
    this.typedSinceSent = false;
    this.isSending = true;
    this.failed = null;
    this.hiddenInputs = { ...this.hiddenInputs, attempt };
    this.store();
    return ++this.sends;
  }

  /** The page no longer waits for this send. Callers of `save` do: the form may be about to be sent again. */
  breakOff(send: number): void {
    if (send !== this.sends) return;
    this.isSending = false;
    this.stopWaiting();
  }

  private stopWaiting(): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
    this.pending = null;
  }

  /** The server responded: done or refused. `keeps`: done, but nothing was saved. */
  answer(status: number, keepsPage: boolean): void {
    this.unanswered = null;
    const isDone = status < 400 && !keepsPage;
    if (isDone) {
      const { new: idOfNew } = this.form.dataset;
      const isNew = this.stays || (idOfNew !== undefined && idOfNew in this.hiddenInputs);
      this.before = this.sentText;
      this.typed = this.typedSinceSent;
      this.attempt = newIdempotencyKey();
      this.restoredAt = null;
      this.hiddenInputs = {};
      if (isNew && !this.typedSinceSent) this.form.reset();
      if (isNew) this.before = this.now();
    } else {
      const { attempt: _, ...from } = this.hiddenInputs;
      this.hiddenInputs = status === 409 ? {} : from;
      // Succeeded: the next press is a new operation with a new key. A refused one was rolled back and reuses its key.
      if (status < 400) this.attempt = newIdempotencyKey();
    }
    if (this.form.isConnected) this.store();
    else if (isDone) this.forget();
    this.end(null);
  }

  /** No response, or none that tells the result. */
  fail(text: string): void {
    this.typed = true;
    this.end(text || null);
  }

  private end(failed: string | null): void {
    this.isSending = false;
    this.stopWaiting();
    this.failed = failed;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Sends the form and waits for the result. */
  async save(): Promise<void> {
    const answered = new Promise<void>((resolve) => this.waiting.push(resolve));
    if (!this.isSending) this.form.requestSubmit();
    await answered;
  }

  tryAgain(resend: (fields: FormData) => void): void {
    const button = this.submitter instanceof HTMLButtonElement ? this.submitter : null;
    if (this.sentFields && !this.sentByButton && !this.savesItself) resend(this.sentFields);
    else if (button && !button.isConnected) this.pressLike(button);
    else this.form.requestSubmit(button);
  }

  /** For a button of a closed dialog: its name says which action to run. */
  private pressLike({ name, value }: HTMLButtonElement): void {
    const again = Object.assign(document.createElement("button"), { type: "submit", name, value, hidden: true });
    this.form.append(again);
    this.form.requestSubmit(again);
    again.remove();
  }
}

const forms = new WeakMap<HTMLFormElement, RecoverableForm>();

export function recoverableFormOf(form: HTMLFormElement, who: string | null): RecoverableForm {
  const known = forms.get(form) ?? new RecoverableForm(form, who);
  forms.set(form, known);
  return known;
}

export const findRecoverableForm = (form: HTMLFormElement): RecoverableForm | undefined => forms.get(form);

/** Registers how a form's text is read and restored. Returns how to stop. */
export function registerFormText(form: HTMLFormElement, own: FormTextAccess): () => void {
  ownTexts.set(form, own);
  return () => ownTexts.delete(form);
}

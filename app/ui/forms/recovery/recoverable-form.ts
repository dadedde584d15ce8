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

/** A form whose text is not all in its fields: its rows come and go, or change their order. */
type FormTextAccess = { read: () => string; put: (text: string) => void };
const ownTexts = new WeakMap<HTMLFormElement, FormTextAccess>();

/** A text, and the rows of a table that are ticked for it. */
type Sent = { text: string; rows: string };

/** How long a send has no answer: from then on it is said. */
const slowAfter = { slow: 5_000, silent: 20_000 };
export type Waiting = keyof typeof slowAfter;

/** What is known of a form of the open page. */
export class RecoverableForm {
  readonly form: HTMLFormElement;
  /** The admin whose texts are stored; null: nothing is stored. */
  private readonly who: string | null;
  private readonly page = location.pathname;
  private readonly name: string;
  /** The text that the page came with, or that was sent last. */
  private before: string;
  private typed = false;
  private typedSinceSent = false;
  private attempt = newIdempotencyKey();
  /**
   * Hidden inputs of the time when the text was begun, or of a send that was not answered: sent instead of the present.
   */
  private held: Record<string, string> = {};
  /** What its fields were read with last: to be sent, or by a script that asks for one of them. */
  private collected: Sent | null = null;
  private sentText = "";
  /** What is on its way or was never answered: anything else is another attempt, or it would be taken for the first. */
  private unanswered: Sent | null = null;
  private sends = 0;
  private sentFields: FormData | null = null;
  /** Whether the last send was by a button or Enter; otherwise the page sent it, as something was chosen. */
  private sentByButton = true;
  private stays = false;
  private waiting: (() => void)[] = [];
  submitter: HTMLElement | null = null;
  isSubmitted = false;
  isSending = false;
  /** What is said of a send that failed. */
  failed: string | null = null;
  /** Whether its send has had no answer for a while; null: none is on its way, or not for long. */
  waits: Waiting | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];
  /** When the text was typed that was put back. */
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

  /** Whether somebody has typed or chosen what was not sent. */
  get isUnsent(): boolean {
    if (this.form.dataset.keep === "no" || !this.form.isConnected) return false;
    return (this.typed && this.now() !== this.before) || hasFiles(this.form);
  }
  get hasText(): boolean {
    return this.form.dataset.keep !== "no" && this.read().length > 0;
  }
  /** Whether its text is stored on this device until it was sent. */
  get isStored(): boolean {
    return this.who !== null && this.hasText;
  }
  /** Saved as its field is left, so that leaving the page saves it first. */
  get savesItself(): boolean {
    return "savesItself" in this.form.dataset;
  }
  /** Another search of the same address shows another form in its place. */
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
    const at = stored && JSON.stringify(stored.text) === JSON.stringify(text) ? stored.at : Date.now();
    saveRecoveryCopy(this.who, this.page, this.name, {
      at,
      text,
      from: { ...versionFieldsOf(this.form), ...this.held },
    });
  }

  forget(): void {
    if (this.who !== null) deleteRecoveryCopy(this.who, this.page, this.name);
  }

  /** Puts a stored text into the form; true when there was one. */
  restore(): boolean {
    if (this.who === null || this.typed) return false;
    const stored = readRecoveryCopy(this.who, this.page, this.name);
    if (!stored) return false;
    // Before its text: a field that is sent as it changes is sent with what the text was made from.
    this.held = stored.from;
    if (JSON.stringify(stored.text) === this.before) this.forget();
    else this.put(stored.text);
    if (this.now() === this.before) {
      // Such a form has other fields now; its text waits for the one that it belongs to.
      this.held = {};
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
    this.held = {};
    this.failed = null;
    this.restoredAt = null;
    this.forget();
  }

  private renew(): void {
    const { new: idOfNew } = this.form.dataset;
    this.held = { ...this.held, attempt: newIdempotencyKey(), ...(idOfNew ? { [idOfNew]: newIdempotencyKey() } : {}) };
  }

  /** Completes the fields of a form that is about to be sent. Returns its attempt. */
  collect(fields: FormData, stays: boolean): string {
    const [now, last] = [this.present(), this.unanswered];
    if (last && (last.text !== now.text || last.rows !== now.rows)) this.renew();
    this.collected = now;
    // An input of which there are several says it of each row of a table: these are sent as they are.
    for (const [name, value] of Object.entries(this.held)) if (fields.getAll(name).length < 2) fields.set(name, value);
    if (!fields.get("attempt")) fields.set("attempt", this.attempt);
    if (stays) fields.set("stay", "yes");
    this.stays = stays;
    return String(fields.get("attempt"));
  }

  /**
   * It is on its way: what a page that ends now has typed is sent again under the same attempt. Returns which send it
   * is. `onWait` is called when it has had no answer for 5 and for 20 seconds (F-DESK-12).
   */
  begin(attempt: string, fields: FormData | null, onWait: () => void): number {
    this.stopWaiting();
    this.timers = Object.entries(slowAfter).map(([waits, after]) =>
      setTimeout(() => {
        this.waits = waits as Waiting;
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
    this.held = { ...this.held, attempt };
    this.store();
    return ++this.sends;
  }

  /**
   * The page no longer waits for this send, and what became of it is not known. Who waits for it goes on waiting,
   * because the form may be about to be sent again.
   */
  breakOff(send: number): void {
    if (send !== this.sends) return;
    this.isSending = false;
    this.stopWaiting();
  }

  private stopWaiting(): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
    this.waits = null;
  }

  /** The server has answered: it is done, or was refused. `keeps`: done, and yet nothing was saved. */
  answer(status: number, keeps: boolean): void {
    this.unanswered = null;
    const isDone = status < 400 && !keeps;
    if (isDone) {
      const { new: idOfNew } = this.form.dataset;
      const isNew = this.stays || (idOfNew !== undefined && idOfNew in this.held);
      this.before = this.sentText;
      this.typed = this.typedSinceSent;
      this.attempt = newIdempotencyKey();
      this.restoredAt = null;
      this.held = {};
      if (isNew && !this.typedSinceSent) this.form.reset();
      if (isNew) this.before = this.now();
    } else {
      const { attempt: _, ...from } = this.held;
      this.held = status === 409 ? {} : from;
      // Done: pressed once more, it is to be done once more. What was refused left nothing of its attempt.
      if (status < 400) this.attempt = newIdempotencyKey();
    }
    if (this.form.isConnected) this.store();
    else if (isDone) this.forget();
    this.end(null);
  }

  /** No answer came, or none that says what became of it. */
  fail(words: string): void {
    this.typed = true;
    this.end(words || null);
  }

  private end(failed: string | null): void {
    this.isSending = false;
    this.stopWaiting();
    this.failed = failed;
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Sends it and waits for what becomes of it. */
  async save(): Promise<void> {
    const answered = new Promise<void>((resolve) => this.waiting.push(resolve));
    if (!this.isSending) this.form.requestSubmit();
    await answered;
  }

  /** Sends it again by the same button, or as the page sent it. */
  tryAgain(resend: (fields: FormData) => void): void {
    const pressed = this.submitter instanceof HTMLButtonElement ? this.submitter : null;
    if (this.sentFields && !this.sentByButton && !this.savesItself) resend(this.sentFields);
    else if (pressed && !pressed.isConnected) this.pressLike(pressed);
    else this.form.requestSubmit(pressed);
  }

  /** For a button of a dialog that is gone: its name says what is to be done. */
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

/** Says how the text of this form is read and put back. Returns how to end that. */
export function registerFormText(form: HTMLFormElement, own: FormTextAccess): () => void {
  ownTexts.set(form, own);
  return () => ownTexts.delete(form);
}

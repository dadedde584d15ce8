import { stepByCode } from "~/applications/steps/registry";
import type { CountryOption } from "~/core/countries/country-search";
import type { Problem } from "~/form-engine/definition";
import { forgetUnsent, unsentSteps } from "../../access/unsent-places";
import { isFullyCopied } from "./device-copies";
import { waitAfter } from "./retry";
import { listen } from "./save-events";
import { type Ended, isRefused, type SaveState, type Sent, type Stop, sendStep, submitStep } from "./step-sender";
import { inOrderOfNeed } from "./stops";
import { readUnsent, stepsInOrder, storeUnsent } from "./unsent";
import { answersOf, type Fields, isNoConflict, sameFields } from "./unsent-fields";

/** What a step's form is based on; `steps` are those that its page lists. */
type Start = { revision: number; savedAt: string; countries: readonly CountryOption[]; steps: readonly string[] };

/** These may succeed later without the person. */
const transientReasons = new Set<Stop["why"]>(["offline", "network", "away", "limited", "refused"]);

const interval = 30_000;
/** Milliseconds between retries once the right has ended: only following a link in another tab restores it. */
const unhurried = 30_000;

/**
 * Saves an application's steps from this tab: one request at a time, with the answers at the time it is sent.
 * Unacknowledged answers are retried even when their step is no longer on the screen.
 */
export class Saver {
  readonly #application: string;
  readonly #listeners = new Set<() => void>();
  readonly #revisions = new Map<string, number>();
  #countries: readonly CountryOption[] = [];
  #listed: readonly string[] = [];
  #live: { step: string; read: () => Fields | undefined } | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #state: SaveState | undefined;
  readonly #waiting = new Set<string>();
  /** A stale step needs the person's choice; another save would be refused again. */
  readonly #stale = new Set<string>();
  /** Unstorable answers stay in the tab; sent again unchanged they would be refused again. */
  readonly #unfit = new Map<string, { problems: readonly Problem[]; fields: Fields }>();
  readonly #stopped = new Map<string, Pick<Stop, "why" | "message">>();
  /** The server's result for steps that were left offline and turned out invalid. */
  readonly #invalid = new Map<string, Sent>();
  /** The last acknowledged answers, for a step that is reopened offline. */
  readonly #acknowledged = new Map<string, Fields>();
  #ended: Ended | undefined;

  constructor(application: string) {
    this.#application = application;
  }

  readonly state = () => this.#state;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Registers the form of the step on the screen; returns the function that unregisters it. */
  attach(step: string, { revision, savedAt, countries, steps }: Start, read: () => Fields | undefined): () => void {
    this.#countries = countries;
    this.#listed = steps;
    const live = { step, read };
    this.#live = live;
    this.#stale.delete(step);
    this.#invalid.delete(step);
    const unsent = readUnsent(this.#application, step);
    if (!unsent) this.#stopped.delete(step);
    this.#revisions.set(step, unsent?.revision ?? revision);
    if (!this.#state || this.#failures === 0) this.#show({ at: savedAt });
    const often = setInterval(this.flush, interval);
    const listening = listen(this);
    return () => {
      clearInterval(often);
      listening();
      if (this.#live === live) this.#live = undefined;
    };
  }

  hasUnsent = () => unsentSteps(this.#application).length > 0;
  hasFailed = () => this.#failures > 0;

  /** Stores a change in this tab at once, and sends it within 30 seconds. */
  changed(step: string): void {
    const fields = this.#live?.step === step ? this.#live.read() : undefined;
    if (fields && !this.#ended) this.#store(step, fields);
  }

  /** Marks a step as left offline: it is sent as by `Next Step` once the connection is back. */
  leave(step: string): void {
    const unsent = readUnsent(this.#application, step);
    if (unsent) storeUnsent(this.#application, step, { ...unsent, left: unsent.left ?? Date.now() });
    this.#show();
  }

  readonly drop = (): void => {
    const hidden = unsentSteps(this.#application).filter((step) => this.#isHidden(step));
    forgetUnsent(this.#application, hidden);
    for (const step of hidden) for (const known of [this.#stale, this.#unfit, this.#stopped]) known.delete(step);
    this.#show();
  };

  known = (step: string) => ({ fields: this.#acknowledged.get(step), revision: this.#revisions.get(step) ?? 0 });

  refusal = (step: string) => this.#invalid.get(step);

  /** Sends everything unsent, the steps that were left offline first and in that order. */
  readonly flush = (): void => this.#flush();

  #flush(but?: string): void {
    for (const step of stepsInOrder(this.#application)) {
      if (
        step === but ||
        this.#stale.has(step) ||
        this.#waiting.has(step) ||
        this.#isHeld(step) ||
        this.#isPartial(step)
      )
        continue;
      this.#waiting.add(step);
      void this.#turn(async () => {
        this.#waiting.delete(step);
        const unsent = readUnsent(this.#application, step);
        // A step on the screen again is left only by its own button.
        if (unsent) await this.#post(step, unsent.left && this.#live?.step !== step ? "next" : "save");
      });
    }
  }

  /**
   * `extraFields` are read when the request is sent. `clickedFields`: the form at the click, for a step that is off the
   * screen by then.
   */
  send(
    step: string,
    intent: string,
    extraFields: () => Record<string, string>,
    clickedFields: Fields | undefined,
  ): Promise<Sent> {
    const work = () => this.#post(step, intent, extraFields(), clickedFields);
    if (intent !== "submit") return this.#turn(work);
    // Everything unsent is saved first; what can't be saved blocks the submission (N-LINE-6).
    this.#flush(step);
    const isWaiting = () =>
      unsentSteps(this.#application).some((otherStep) => otherStep !== step && !this.#isHidden(otherStep));
    return this.#turn(() => submitStep(work, isWaiting));
  }

  /** Runs work that changes the step on the server, such as an upload, after a save of the current answers. */
  inTurn<Done extends object>(
    step: string,
    work: () => Promise<Done>,
    clickedFields: Fields | undefined,
  ): Promise<{ sent: Sent; done?: Done }> {
    return this.#turn(async () => {
      const sent = await this.#post(step, "save", {}, clickedFields);
      if (sent.kind !== "saved") return { sent };
      const done = await work();
      // If another tab changed the step meanwhile, the old revision stays, so that the next save finds the conflict.
      if ("before" in done && "revision" in done && done.before === this.#revisions.get(step))
        this.#startFrom(step, Number(done.revision));
      return { sent, done };
    });
  }

  #turn<Done>(work: () => Promise<Done>): Promise<Done> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #store(step: string, fields: Fields) {
    const before = readUnsent(this.#application, step);
    const revision = before?.revision ?? this.#revisions.get(step) ?? 0;
    storeUnsent(this.#application, step, { since: Date.now(), lost: [], ...before, revision, fields, omitted: [] });
  }

  #startFrom(step: string, revision: number) {
    this.#revisions.set(step, revision);
    const unsent = readUnsent(this.#application, step);
    if (unsent) storeUnsent(this.#application, step, { ...unsent, revision, since: Date.now(), lost: [] });
  }

  async #post(
    step: string,
    intent: string,
    extraFields: Record<string, string> = {},
    clickedFields?: Fields,
  ): Promise<Sent> {
    if (this.#ended) return { kind: this.#ended };
    const live = this.#live?.step === step ? this.#live.read() : undefined;
    const before = readUnsent(this.#application, step);
    // An empty form would delete the stored answers.
    const fields = live ?? before?.fields ?? clickedFields ?? this.#acknowledged.get(step);
    if (!fields) return { kind: "unsent", why: "failed", message: "", wait: 0 };
    this.#store(step, fields);
    this.#show({ isSaving: true });
    const body = new URLSearchParams(fields);
    body.set("step", step);
    body.set("intent", intent);
    for (const [name, value] of Object.entries(extraFields)) body.set(name, value);
    body.set("revision", String(before?.revision ?? this.#revisions.get(step) ?? 0));
    let sent = await sendStep(this.#application, body);
    if (sent.kind === "stale" && this.#isOwn(step, fields, sent)) {
      this.#startFrom(step, sent.revision);
      body.set("revision", String(sent.revision));
      sent = await sendStep(this.#application, body);
    }
    this.#settle(step, fields, sent);
    return sent;
  }

  /** The device has only some of its answers: sent without its form, the step would lose the others. */
  #isPartial(step: string) {
    return this.#live?.step !== step && (readUnsent(this.#application, step)?.omitted ?? []).length > 0;
  }

  #isUnfit(step: string) {
    const live = this.#live?.step === step ? this.#live.read() : undefined;
    const fields = live ?? readUnsent(this.#application, step)?.fields ?? [];
    const unstorable = this.#unfit.get(step);
    return unstorable !== undefined && sameFields(unstorable.fields, fields);
  }

  /** Another request would be refused again, unless the last one did not arrive. */
  #isHeld(step: string) {
    return this.#isUnfit(step) && !this.#stopped.has(step);
  }

  /** The conflicting revision is this tab's own save with a lost response, or only checkboxes differ. */
  #isOwn(step: string, fields: Fields, { stored }: Extract<Sent, { kind: "stale" }>) {
    const definition = stepByCode(step);
    const lost = readUnsent(this.#application, step)?.lost ?? [];
    if (!definition) return false;
    const answersIn = (someFields: Fields) => answersOf(definition, someFields, this.#countries);
    return isNoConflict(definition, answersIn(fields), lost.map(answersIn), stored);
  }

  #settle(step: string, fields: Fields, sent: Sent) {
    const unsent = readUnsent(this.#application, step);
    this.#stopped.delete(step);
    switch (sent.kind) {
      case "unsent":
        this.#stopped.set(step, sent);
        if (unsent) storeUnsent(this.#application, step, { ...unsent, lost: [...unsent.lost.slice(-4), fields] });
        if (sent.why === "early") return this.#again(unhurried);
        return this.#again(Math.max(sent.wait, waitAfter(++this.#failures) * (1 + Math.random() / 5)));
      case "refused":
        this.#failures++;
        this.#stopped.set(step, { why: sent.kind, message: "" });
        return this.#again(unhurried);
      case "stale":
        this.#stale.add(step);
        return this.#show({ isSettled: true });
      case "already":
      case "withdrawn":
      case "deleted":
        this.#ended = sent.kind;
        clearTimeout(this.#timer);
        forgetUnsent(this.#application);
        return this.#show({ isSettled: true });
      case "submitted":
        this.#unfit.clear();
        forgetUnsent(this.#application);
        break;
      default:
        this.#stale.delete(step);
        this.#unfit.delete(step);
        if (sent.kind === "invalid" && sent.unsaved) {
          const problems = sent.problems.filter(({ name }) => sent.unsaved?.includes(name));
          this.#unfit.set(step, { problems, fields });
        } else if (unsent && sameFields(unsent.fields, fields)) forgetUnsent(this.#application, [step]);
        this.#acknowledged.set(step, fields);
        if (unsent?.left && isRefused(sent) && this.#live?.step !== step) this.#invalid.set(step, sent);
        if ("revision" in sent) this.#startFrom(step, sent.revision);
    }
    this.#failures = 0;
    clearTimeout(this.#timer);
    this.#show({ at: "savedAt" in sent ? sent.savedAt : new Date().toISOString(), isSettled: true });
    // The server responds again, so other steps' unsent answers are sent too.
    if (
      unsentSteps(this.#application).some(
        (otherStep) => otherStep !== step && !this.#stale.has(otherStep) && !this.#isHeld(otherStep),
      )
    )
      this.flush();
  }

  #again(wait: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, wait);
    this.#show({ isSettled: true });
  }

  #stopOf(step: string): Stop | undefined {
    const stopped = this.#stopped.get(step);
    const unstorable = this.#unfit.get(step);
    // The errors at its fields stay, whatever stops the step now.
    const problems = unstorable?.problems ?? [];
    if (this.#stale.has(step)) return { step, why: "conflict", message: "", problems };
    if (stopped) return { step, why: stopped.why, message: stopped.message, problems };
    if (unstorable) return { step, why: "unfit", message: "", problems };
    return this.#isPartial(step) ? { step, why: "unopened", message: "", problems: [] } : undefined;
  }

  /** The office hid the step, where alone the person could resolve the problem, so it must not block anything. */
  #isHidden(step: string): boolean {
    if (this.#listed.includes(step) || this.#live?.step === step) return false;
    const stop = this.#stopOf(step);
    return stop !== undefined && !transientReasons.has(stop.why);
  }

  #stops(): Stop[] {
    const unsent = stepsInOrder(this.#application);
    // Without storage no step is listed as unsent, but the one on the screen still is.
    const live = this.#live && !unsent.includes(this.#live.step) ? [this.#live.step] : [];
    const stops = [...unsent, ...live].flatMap((step): Stop[] => {
      const stop = this.#stopOf(step);
      return stop ? [this.#isHidden(step) ? { step, why: "hidden", message: "", problems: [] } : stop] : [];
    });
    return inOrderOfNeed(stops);
  }

  /** `isSaving`: a request is in flight; `isSettled`: one has just ended, which is announced. */
  #show({ at, isSaving = false, isSettled = false }: { at?: string; isSaving?: boolean; isSettled?: boolean } = {}) {
    const unsentSince = unsentSteps(this.#application).map(
      (step) => readUnsent(this.#application, step)?.since ?? Date.now(),
    );
    const left = stepsInOrder(this.#application).filter(
      (step) => !this.#isHidden(step) && (readUnsent(this.#application, step)?.left || this.#isPartial(step)),
    );
    const stops = this.#stops();
    const isFailed = stops.length > 0 || this.#ended !== undefined;
    this.#state = {
      kind: isSaving ? "saving" : isFailed ? "failed" : "saved",
      at: at ?? this.#state?.at ?? new Date().toISOString(),
      spoken: !isSettled ? (this.#state?.spoken ?? "") : isFailed ? "Save failed" : "Saved",
      stops,
      ended: this.#ended,
      since: unsentSince.length > 0 ? Math.min(...unsentSince) : 0,
      isKept: unsentSteps(this.#application).every((step) => isFullyCopied(this.#application, step)),
      left,
      invalid: [...this.#invalid.keys()],
    };
    for (const listener of this.#listeners) listener();
  }
}

const savers = new Map<string, Saver>();

export function saverOf(application: string): Saver {
  const saver = savers.get(application) ?? new Saver(application);
  if (typeof window !== "undefined") savers.set(application, saver);
  return saver;
}

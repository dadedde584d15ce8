import { stepByCode } from "~/applications/steps/registry";
import { confirmedKey } from "~/form-engine/confirmed-part";
import { fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { copiesHere, dropCopies, keyOf, page, removeCopies } from "../../access/unsent-places";
import { isUnsent, type Unsent, withoutAnswers } from "./unsent-fields";

// Unsent answers survive a restarted browser as copies in `localStorage`, one per tab and step. Answers that are stored
// encrypted and everything on a shared device stay in the tab (N-LINE-2).

/** Milliseconds after which a copy of unsent answers expires. */
const copyLifetime = 7 * 24 * 3_600_000;
const shared = new Set<string>();

type Copy = ReturnType<typeof copiesHere>[number] & { at: number; unsent: Unsent };

/** Must be called before anything is copied. On a shared device it deletes the copies that exist. */
export function setShared(application: string, isShared: boolean): void {
  if (isShared) shared.add(application);
  else shared.delete(application);
  if (isShared) dropCopies(application);
}

export function isFullyCopied(application: string, code: string): boolean {
  const step = stepByCode(code);
  return step !== undefined && isCopied(application, code) && omittedOf(step).length === 0;
}

/** Answers that are stored encrypted are never copied. */
const isCopied = (application: string, step: string): boolean =>
  !shared.has(application) && stepByCode(step)?.staysInTab !== true;

/** The answers of a step that are never copied; a list with one such answer is left out as a whole. */
const omittedOf = (step: StepDefinition): string[] =>
  fieldsOf(step)
    .filter((field) => field.encrypted || (field.kind === "list" && field.fields.some((part) => part.encrypted)))
    .map(({ name }) => name);

function copyOf(step: StepDefinition, unsent: Unsent): Unsent {
  const omitted = omittedOf(step);
  // Confirmations reveal answers of steps that stay in the tab. Without them the person confirms again.
  const left = [...omitted, confirmedKey];
  const { fields, lost } = unsent;
  return {
    ...unsent,
    fields: withoutAnswers(fields, left),
    lost: lost.map((lostFields) => withoutAnswers(lostFields, left)),
    omitted,
  };
}

/** Copies what the tab has not sent. Full or forbidden storage gets no copy. */
export function saveCopy(application: string, code: string, unsent: Unsent): void {
  const step = stepByCode(code);
  if (!step || !isCopied(application, code)) return;
  try {
    const copy = { at: Date.now(), unsent: copyOf(step, unsent) };
    localStorage.setItem(keyOf(application, code), JSON.stringify(copy));
  } catch {
    // The answers are still in the tab.
  }
}

function copies(): Copy[] {
  try {
    return copiesHere().map((copy) => {
      const { at, unsent }: { at?: unknown; unsent?: unknown } = JSON.parse(localStorage.getItem(copy.key) ?? "{}");
      // An unreadable copy counts as expired.
      const isRead = typeof at === "number" && isUnsent(unsent);
      return { ...copy, at: isRead ? at : 0, unsent: unsent as Unsent };
    });
  } catch {
    return [];
  }
}

/** Takes over the copies that closed pages left, the newest first. Deletes expired ones of every application. */
export async function adoptCopies(application: string, adopt: (step: string, copy: Unsent) => boolean): Promise<void> {
  const all = copies();
  if (all.length === 0) return;
  const oldest = Date.now() - copyLifetime;
  removeCopies(all.filter(({ at }) => at < oldest).map(({ key }) => key));
  const open = await openPages();
  const left = all.filter((copy) => copy.application === application && copy.at >= oldest && !open.has(copy.page));
  for (const { key, step, unsent } of left.sort((a, b) => b.at - a.at)) if (adopt(step, unsent)) removeCopies([key]);
}

const lockOf = (name: string) => `unsent answers of page ${name}`;

/** The pages that are open and may have copies: each has a lock until it is closed. */
async function openPages(): Promise<Set<string>> {
  // Browsers have no locks without https; there every copy counts as left by a closed page.
  if (!navigator.locks) return new Set([page]);
  const { held = [] } = await navigator.locks.query();
  return new Set([page, ...held.map(({ name = "" }) => name.replace(lockOf(""), ""))]);
}

export function acquirePageLock(): void {
  if (hasLock) return;
  hasLock = true;
  void navigator.locks?.request(lockOf(page), () => new Promise<never>(() => undefined));
}
let hasLock = false;

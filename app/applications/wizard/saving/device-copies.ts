import { stepByCode } from "~/applications/steps/registry";
import { confirmedKey } from "~/form-engine/confirmed-part";
import { fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { copiesHere, dropCopies, keyOf, page, removeCopies } from "../../access/unsent-places";
import { isUnsent, type Unsent, withoutAnswers } from "./unsent-fields";

// What a device keeps of unsent answers, so that they survive a closed tab and a restarted browser (N-LINE-1): a copy
// for each tab and step in `localStorage`. Answers that are stored encrypted, and whole steps that say so, stay in the
// tab; so does everything on a device that others use (N-LINE-2).

/** Milliseconds that a device keeps what never reached us (N-LINE-3). */
const keptFor = 7 * 24 * 3_600_000;
const shared = new Set<string>();

type Copy = ReturnType<typeof copiesHere>[number] & { at: number; unsent: Unsent };

/** Says whether others use this device, before anything is kept; what was kept before they did goes. */
export function setShared(application: string, isShared: boolean): void {
  if (isShared) shared.add(application);
  else shared.delete(application);
  if (isShared) dropCopies(application);
}

/** Whether every unsent answer of a step survives a closed tab. */
export function isFullyCopied(application: string, code: string): boolean {
  const step = stepByCode(code);
  return step !== undefined && isKept(application, code) && omittedOf(step).length === 0;
}

/** Apart from those that are stored encrypted. */
const isKept = (application: string, step: string): boolean =>
  !shared.has(application) && stepByCode(step)?.staysInTab !== true;

/** The answers of a step that no device keeps: lists with such an answer as a whole. */
const omittedOf = (step: StepDefinition): string[] =>
  fieldsOf(step)
    .filter((field) => field.encrypted || (field.kind === "list" && field.fields.some((part) => part.encrypted)))
    .map(({ name }) => name);

function copyOf(step: StepDefinition, unsent: Unsent): Unsent {
  const omitted = omittedOf(step);
  // What was confirmed tells of steps that stay in the tab; without it, it is asked once more.
  const left = [...omitted, confirmedKey];
  const { fields, lost } = unsent;
  return {
    ...unsent,
    fields: withoutAnswers(fields, left),
    lost: lost.map((one) => withoutAnswers(one, left)),
    omitted,
  };
}

/** Keeps a copy of what stands in the tab. Storage that is full or forbidden keeps none. */
export function saveCopy(application: string, code: string, unsent: Unsent): void {
  const step = stepByCode(code);
  if (!step || !isKept(application, code)) return;
  try {
    const copy = { at: Date.now(), unsent: copyOf(step, unsent) };
    localStorage.setItem(keyOf(application, code), JSON.stringify(copy));
  } catch {
    // The answers still stand in the tab.
  }
}

function copies(): Copy[] {
  try {
    return copiesHere().map((copy) => {
      const { at, unsent }: { at?: unknown; unsent?: unknown } = JSON.parse(localStorage.getItem(copy.key) ?? "{}");
      // What can't be read is as good as expired.
      const isRead = typeof at === "number" && isUnsent(unsent);
      return { ...copy, at: isRead ? at : 0, unsent: unsent as Unsent };
    });
  } catch {
    return [];
  }
}

/**
 * Copies that a closed page left of an application's steps, the newest first; they are this page's from then on.
 * Copies of pages that are open stay theirs, and those that are too old go, whichever application they are of.
 */
export async function adoptCopies(
  application: string,
  isTaken: (step: string, copy: Unsent) => boolean,
): Promise<void> {
  const all = copies();
  if (all.length === 0) return;
  const oldest = Date.now() - keptFor;
  removeCopies(all.filter(({ at }) => at < oldest).map(({ key }) => key));
  const open = await openPages();
  const left = all.filter((copy) => copy.application === application && copy.at >= oldest && !open.has(copy.page));
  for (const { key, step, unsent } of left.sort((one, other) => other.at - one.at))
    if (isTaken(step, unsent)) removeCopies([key]);
}

const lockOf = (name: string) => `unsent answers of page ${name}`;

/** The pages that are open and may have copies: each holds a lock for as long as it lives. */
async function openPages(): Promise<Set<string>> {
  // Browsers have no locks without https; there every copy counts as left.
  if (!navigator.locks) return new Set([page]);
  const { held = [] } = await navigator.locks.query();
  return new Set([page, ...held.map(({ name = "" }) => name.replace(lockOf(""), ""))]);
}

/** Holds this page's lock until it is closed. */
export function acquirePageLock(): void {
  if (isHeld) return;
  isHeld = true;
  void navigator.locks?.request(lockOf(page), () => new Promise<never>(() => undefined));
}
let isHeld = false;

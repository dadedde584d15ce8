import { expect } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publishNow } from "~/content/editing/publish.server";
import { saveDraft } from "~/content/editing/save-draft.server";
import { openEditor } from "./editor";

/** Typed values of fields; a string for a single input. */
export type Typed = Readonly<Record<string, string | readonly string[]>>;

/** The form of an item's editor, with some inputs changed. */
export async function formOf(by: StaffContext, kind: string, key: string, rawInputs: Typed = {}) {
  const { base, groups } = await openEditor(by, kind, key);
  const shown = groups.flatMap(({ fields }) => fields).map(({ name, boxes }) => [name, boxes] as const);
  const changed = Object.entries(rawInputs).map(([name, inputs]) => [name, [inputs].flat()] as const);
  return { kind, key, base, typed: Object.fromEntries([...shown, ...changed]) };
}

export const sendDraft = async (by: StaffContext, kind: string, key: string, rawInputs: Typed) =>
  saveDraft(by, await formOf(by, kind, key, rawInputs));

/** Saves an item and publishes it; returns its key. */
export async function publishThing(by: StaffContext, kind: string, key: string, rawInputs: Typed) {
  const draft = await sendDraft(by, kind, key, rawInputs);
  if (!draft.ok) return expect.fail(`${draft.message} ${JSON.stringify(draft.detail)}`);
  const done = await publishNow(by, { kind, key: draft.key, number: draft.number });
  return done.ok ? draft.key : expect.fail(done.message);
}

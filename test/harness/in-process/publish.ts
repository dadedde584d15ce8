import { expect } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publishNow } from "~/content/editing/publish.server";
import { saveDraft } from "~/content/editing/save-draft.server";
import { openEditor } from "./editor";

/** What is typed into the boxes of fields, a text for one box. */
export type Typed = Readonly<Record<string, string | readonly string[]>>;

/** What the form of a thing's screen sends, with some of its boxes changed. */
export async function formOf(by: StaffContext, kind: string, key: string, typed: Typed = {}) {
  const { base, groups } = await openEditor(by, kind, key);
  const shown = groups.flatMap(({ fields }) => fields).map(({ name, boxes }) => [name, boxes] as const);
  const changed = Object.entries(typed).map(([name, boxes]) => [name, [boxes].flat()] as const);
  return { kind, key, base, typed: Object.fromEntries([...shown, ...changed]) };
}

export const sendDraft = async (by: StaffContext, kind: string, key: string, typed: Typed) =>
  saveDraft(by, await formOf(by, kind, key, typed));

/** Saves a thing and publishes it; its key. */
export async function publishThing(by: StaffContext, kind: string, key: string, typed: Typed) {
  const draft = await sendDraft(by, kind, key, typed);
  if (!draft.ok) return expect.fail(`${draft.message} ${JSON.stringify(draft.detail)}`);
  const done = await publishNow(by, { kind, key: draft.key, number: draft.number });
  return done.ok ? draft.key : expect.fail(done.message);
}

import { expect } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { saveContent } from "~/content/editing/save-content.server";
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
  saveContent(by, await formOf(by, kind, key, rawInputs));

type Sent = { kind: string; key: string; number: number; scheduled?: string | undefined };

/** Sends the form of a version unchanged, with another button than Save. */
async function sendUnchanged({ by, next }: { by: StaffContext; next: string }, { number, ...rest }: Sent) {
  const saved = await saveContent(by, { ...rest, base: number, typed: {}, next });
  return saved.ok ? (saved.publication ?? saved) : saved;
}
export const publishNow = (by: StaffContext, version: Sent & { answer?: string | undefined }) =>
  sendUnchanged({ by, next: "publish" }, version);
export const publishAt = (by: StaffContext, version: Sent & { day?: string; time?: string }) =>
  sendUnchanged({ by, next: "schedule" }, version);

/** Saves an item and publishes it; returns its key. */
export async function publishThing(by: StaffContext, kind: string, key: string, rawInputs: Typed) {
  const done = await saveContent(by, { ...(await formOf(by, kind, key, rawInputs)), next: "publish" });
  if (!done.ok) return expect.fail(`${done.message} ${JSON.stringify(done.detail)}`);
  return done.publication?.ok
    ? done.key
    : expect.fail(done.publication?.message ?? `somebody had changed ${JSON.stringify(done.others)}`);
}

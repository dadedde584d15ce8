import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import type { Transaction } from "~/db/client.server";
import { contentVersions as t } from "~/db/schema/content";
import { nassauTime } from "~/ground/time";
import { refuse } from "~/ground/verbs/refused";
import { type Content, differing, type Kind } from "./kind";
import { asEditor, changesOf, subjectOf } from "./thing.server";
import { markPublic, scheduledOf, type Thing, type Version, versionOf, withPublic } from "./versions.server";

const number = z.coerce.number().int().min(1);
/** What becomes of another version that is scheduled. */
const scheduled = z.enum(["keep", "call-off"]).optional().catch(undefined);
const input = z.object({ number, scheduled });

/** Why a version can't take the place of what is public; null when it can. */
export function unfit(kind: Kind, data: Content, shown: Content): string | null {
  for (const { name, label, typed, read } of differing(kind, shown, data)) {
    const result = read(typed(data[name] ?? null));
    if (!result.ok) return `${label}: ${result.message}`;
  }
  const [problem] = Object.values(kind.check?.(data) ?? {});
  return problem ?? null;
}

/** Writes a version where public pages read it, and notes it; with the thing locked. */
export async function makePublic(
  tx: Transaction,
  thing: Thing,
  version: Version,
  shown: Version,
  by: string | null,
): Promise<void> {
  const changed = differing(thing.kind, shown.data, version.data).map(({ name }) => name);
  await thing.kind.publish(tx, thing.key, version.data, changed);
  await markPublic(tx, thing, version, by);
}

const whenScheduled = ({ number: of, scheduledFor }: Version): string =>
  `Version ${of} is scheduled for ${nassauTime(scheduledFor ?? 0)}.`;

/** Asks what becomes of other versions that are scheduled, or does what was answered (O-EDIT-8). */
export async function settleScheduled(
  work: StaffWork,
  thing: Thing,
  version: Version,
  answer: "keep" | "call-off" | undefined,
) {
  const others = (await scheduledOf(work.tx, thing)).filter(({ id }) => id !== version.id);
  const [first] = others;
  if (!first || answer === "keep") return null;
  if (!answer)
    return refuse("conflict", `${whenScheduled(first)} Keep that, or call it off?`, { scheduled: first.number });
  for (const other of others) await takeFromSchedule(work, thing, other);
  return null;
}

/** Takes the minute from a version, which is a draft again. */
export async function takeFromSchedule(work: StaffWork, thing: Thing, version: Version): Promise<void> {
  await work.tx
    .update(t)
    .set({ scheduledFor: null, scheduledBy: null })
    .where(and(eq(t.id, version.id), isNotNull(t.scheduledFor)));
  await work.record({
    ...{ actionType: "content_schedule_called_off", ...subjectOf(thing, version) },
    details: { was: nassauTime(version.scheduledFor ?? 0) },
  });
}

/** Makes a version public at once (O-EDIT-5). An older one than what is public is restored first. */
export function publishNow(context: StaffContext, given: unknown) {
  return asEditor(context, { input, once: "content publication" }, given, async (work, thing, sent) => {
    const { shown } = await withPublic(work.tx, thing);
    const version = await versionOf(work.tx, thing, sent.number);
    if (!version) return refuse("not-found", "That version is not there.");
    if (version.id === shown.id) return { ok: true as const, number: shown.number, changed: false };
    if (version.publishedAt || version.number < shown.number) return refuse("conflict", olderThanPublic(shown));
    const why = unfit(thing.kind, version.data, shown.data);
    if (why !== null) return refuse("invalid", `Not published. ${why}`);
    const asked = await settleScheduled(work, thing, version, sent.scheduled);
    if (asked) return asked;
    await makePublic(work.tx, thing, version, shown, work.staff.email);
    await work.record({
      ...{ actionType: "content_published", ...subjectOf(thing, version) },
      changes: changesOf(thing.kind, shown.data, version.data),
    });
    return { ok: true as const, number: version.number, changed: true };
  });
}

export const olderThanPublic = ({ number: of }: Version): string =>
  `Not published. Version ${of} is newer and public already. Restore the older one first, then publish that.`;

/** The instants of the database, by which minutes are over. */
export const isOver = async (tx: Transaction, at: Date): Promise<boolean> => {
  const [row] = (await tx.execute<{ over: boolean }>(sql`select ${at.toISOString()}::timestamptz <= now() as over`))
    .rows;
  return row?.over === true;
};

import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { refuseUnlessFresh } from "~/accounts/reauthentication/fresh.server";
import { nassauDay, nassauTime } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import type { Queryable, Transaction } from "~/db/client.server";
import { contentVersions as t } from "~/db/schema/content";
import { changesOf, subjectOf } from "./content-item.server";
import { type Content, differing, type Kind, type Problems } from "./kind";
import { deletedFactProblems } from "./named-facts.server";
import { uniquenessProblems } from "./uniqueness.server";
import {
  addVersion,
  type ContentRef,
  markPublished,
  type PublicationState,
  scheduledOf,
  syncPublicVersion,
  type Version,
  wasEverPublished,
} from "./versions.server";

/**
 * The newest version, to be published. `scheduled`: the admin agreed that other scheduled versions are cancelled.
 * `answer`: to the kind's question.
 */
export type Publication = { version: Version; scheduled?: "call-off" | undefined; answer?: string | undefined };

/** What prevents a version from being published, by field; empty if nothing does. */
export async function publicationProblems(
  from: Queryable,
  { kind, key }: ContentRef,
  data: Content,
  shown: Content | undefined,
): Promise<Problems> {
  const problems: Problems = {};
  for (const { name, typed, read } of differing(kind, shown ?? {}, data)) {
    const result = read(typed(data[name] ?? null));
    if (!result.ok) problems[name] = result.message;
  }
  return {
    ...(await kind.needs?.(data, from, key)),
    ...(await uniquenessProblems(from, { kind, key }, data)),
    ...kind.check?.(data),
    ...(await deletedFactProblems(from, kind, data)),
    ...problems,
  };
}

/** Formats the first problem, with its field's label if the item has several. */
export function firstOf({ fields, many }: Kind, problems: Problems): string | null {
  const [[name, message] = []] = Object.entries(problems);
  if (name === undefined || message === undefined) return null;
  const label = many ? undefined : fields.find((field) => field.name === name)?.label;
  return label && !message.includes(label) ? `${label}: ${message}` : message;
}

/** Writes a version where public pages read it, and marks it published. The item must be locked. */
export async function publishVersion(
  tx: Transaction,
  item: ContentRef,
  version: Version,
  shown: Version | undefined,
  by: string | null,
): Promise<void> {
  const changed = differing(item.kind, shown?.data ?? {}, version.data).map(({ name }) => name);
  const first = !(await wasEverPublished(tx, item));
  await item.kind.publish(tx, item.key, version.data, changed, { first, by, number: version.number });
  await markPublished(tx, item, version, by);
}

/** A version that was public and was then unpublished is published as a new version with the same content. */
async function toPublish(work: StaffWork, item: ContentRef, version: Version): Promise<Version> {
  if (!version.publishedAt) return version;
  const { data, number } = version;
  return addVersion(work.tx, item, { data, madeBy: work.staff.email, basedOn: number, restoredFrom: number });
}

/**
 * Checks a publication, now or later: returns the version to publish with the answers applied, or why it is refused, or
 * the question to ask.
 */
export async function preparePublication(
  work: StaffWork,
  item: ContentRef,
  sent: Publication,
  { standing, day, not, instead }: { standing: PublicationState; day: string; not: string; instead: string },
) {
  const { shown } = standing;
  const found = await toPublish(work, item, sent.version);
  const { kind } = item;
  const problems = await publicationProblems(work.tx, item, found.data, shown?.data);
  const why = firstOf(kind, problems);
  if (why !== null) return refuse("invalid", `${not} ${why}`, { problems });
  const question = kind.ask?.(found.data, shown?.data ?? null, day) ?? null;
  const answer = question?.options.find(({ value }) => value === sent.answer);
  if (question && !answer) return refuse("conflict", question.text, { question });
  if (answer?.stops) return refuse("conflict", `${not} It’s still a draft.`);
  const otherSchedules = (await scheduledOf(work.tx, item)).filter(({ id }) => id !== found.id);
  const [next] = otherSchedules;
  if (next && sent.scheduled !== "call-off")
    return refuse("conflict", [...otherSchedules.map(scheduledLabel), instead].join(" "), { scheduled: next.number });
  const data = { ...found.data, ...answer?.set };
  const changesRecipient = differing(kind, shown?.data ?? {}, data).some(({ name }) => kind.recipients?.includes(name));
  const unconfirmed = changesRecipient ? await refuseUnlessFresh(work) : null;
  if (unconfirmed) return unconfirmed;
  if (differing(kind, found.data, data).length === 0) return { ok: true as const, version: found };
  const made = { data, madeBy: work.staff.email, basedOn: found.number };
  return { ok: true as const, version: await addVersion(work.tx, item, made) };
}

export const scheduledLabel = ({ number: of, scheduledFor }: Version): string =>
  `Version ${of} is scheduled for ${nassauTime(scheduledFor ?? 0)}.`;

/** Removes the schedule of a version, which becomes a draft again. */
export async function unscheduleVersion(work: StaffWork, item: ContentRef, version: Version): Promise<void> {
  await work.tx
    .update(t)
    .set({ scheduledFor: null, scheduledBy: null })
    .where(and(eq(t.id, version.id), isNotNull(t.scheduledFor)));
  await work.record({
    ...{ actionType: "content_schedule_called_off", ...subjectOf(item, version) },
    details: { was: nassauTime(version.scheduledFor ?? 0) },
  });
}

/**
 * Cancels every schedule of an item except one version's: an earlier one would bring back at its minute what was
 * replaced or removed (F-EDIT-1).
 */
export async function cancelAllSchedules(work: StaffWork, item: ContentRef, except?: Version): Promise<void> {
  for (const version of await scheduledOf(work.tx, item))
    if (version.id !== except?.id) await unscheduleVersion(work, item, version);
}

/** Publishes a version in place of the public one, and records it. The item must be locked. */
export async function publishNow(work: StaffWork, item: ContentRef, sent: Publication) {
  const done = await replacePublic(work, item, sent);
  if (!done.ok) return done;
  const { version, changed, before } = done;
  if (changed)
    await work.record({
      ...{ actionType: "content_published", ...subjectOf(item, version) },
      changes: changesOf(item.kind, before, version.data),
    });
  return { ok: true as const, number: version.number, changed };
}

/** Publishes a version in place of the public one. The item must be locked. `before`: the content that was public. */
export async function replacePublic(work: StaffWork, item: ContentRef, sent: Publication) {
  const standing = await syncPublicVersion(work.tx, item);
  const { shown } = standing;
  const before = shown?.data ?? {};
  // When two admins publish the same version at once, the second has nothing to do.
  if (shown && (shown.number === sent.version.number || shown.restoredFrom === sent.version.number))
    return { ok: true as const, version: shown, before, changed: false };
  const how = { standing, day: nassauDay(), not: "Not published.", instead: "Publishing this one now calls that off." };
  const settled = await preparePublication(work, item, sent, how);
  if (!settled.ok) return settled;
  await publishVersion(work.tx, item, settled.version, shown, work.staff.email);
  await cancelAllSchedules(work, item);
  return { ok: true as const, version: settled.version, before, changed: true };
}

/** Compares with the database's clock, because the job that publishes uses it. */
export const isOver = async (tx: Transaction, instant: Date): Promise<boolean> => {
  const [row] = (
    await tx.execute<{ over: boolean }>(sql`select ${instant.toISOString()}::timestamptz <= now() as over`)
  ).rows;
  return row?.over === true;
};

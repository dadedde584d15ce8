import { randomUUID } from "node:crypto";
import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { people, personRecords as records } from "~/db/schema/people";
import { lockPeople } from "./assign.server";
import { idList } from "./facts.server";
import { pairPeople } from "./pair.server";

const recordOfPerson = z.object({ personId: z.uuid(), recordId: z.uuid() });
const two = z.object({ personId: z.uuid(), otherId: z.uuid() });
const missingPersonMessage = "One of these people no longer exists. The page is up to date now.";
const missingRecordMessage = "This record no longer exists. This page shows what’s there now.";
const failed = "Nothing was changed. Please try again.";

/** The person it was finally joined into, or itself. */
async function headOf(tx: Transaction, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ head: string | null }>(sql`select person_head(${id}) as head`);
  return rows[0]?.head ?? null;
}

/**
 * Joins the second person, with all that was joined into it, into the first. Records keep their own person, so that
 * `separatePeople` undoes it exactly. Persons that are joined already stay as they are.
 */
export function joinPeople(context: StaffContext, input: unknown) {
  const verb = { input: two, failed: "people could not be joined", messages: { failed } };
  return asStaff(context, verb, input, async ({ tx, record }, { personId, otherId }) => {
    await lockPeople(tx);
    const [survivor, joined] = [await headOf(tx, personId), await headOf(tx, otherId)];
    if (!survivor || !joined) return refuse("not-found", missingPersonMessage);
    if (survivor === joined) return { ok: true, id: survivor, changed: false };
    await tx.update(people).set({ joinedInto: survivor }).where(eq(people.id, joined));
    await tx.execute(sql`select refresh_people(${idList([survivor])})`);
    const subject = { subjectType: "person", subjectId: survivor };
    await record({ actionType: "people_joined", ...subject, details: { other: joined } });
    return { ok: true, id: survivor, changed: true };
  });
}

/** Undoes a join: both are again what their own records say, whatever was joined since. */
export function separatePeople(context: StaffContext, input: unknown) {
  const verb = {
    input: z.object({ personId: z.uuid() }),
    failed: "people could not be separated",
    messages: { failed },
  };
  return asStaff(context, verb, input, async ({ tx, record }, { personId }) => {
    await lockPeople(tx);
    const [person] = await tx.select().from(people).where(eq(people.id, personId));
    if (!person) return refuse("not-found", missingPersonMessage);
    if (!person.joinedInto) return { ok: true, changed: false };
    const survivor = await headOf(tx, person.joinedInto);
    await tx.update(people).set({ joinedInto: null }).where(eq(people.id, personId));
    await tx.execute(sql`select refresh_people(${idList([personId, person.joinedInto])})`);
    const subject = { subjectType: "person", subjectId: survivor ?? person.joinedInto };
    await record({ actionType: "people_separated", ...subject, details: { other: personId } });
    return { ok: true, changed: true };
  });
}

/** Ends the suggestion that two are the same person, permanently. Idempotent. */
export function declareDifferent(context: StaffContext, input: unknown) {
  const verb = { input: two, failed: "people could not be told apart", messages: { failed } };
  return asStaff(context, verb, input, async ({ tx, record }, { personId, otherId }) => {
    await lockPeople(tx);
    const found = await tx
      .select({ id: people.id })
      .from(people)
      .where(inArray(people.id, [personId, otherId]));
    if (found.length < 2) return refuse("not-found", missingPersonMessage);
    const { rowCount } = await tx.execute(sql`
      insert into person_pairs (one_id, other_id, same, declared_at)
      values (least(${personId}::uuid, ${otherId}::uuid), greatest(${personId}::uuid, ${otherId}::uuid), '{}', now())
      on conflict (one_id, other_id) do update set declared_at = now() where person_pairs.declared_at is null`);
    if (rowCount === 0) return { ok: true, changed: false };
    const subject = { subjectType: "person", subjectId: personId };
    await record({ actionType: "people_told_apart", ...subject, details: { other: otherId } });
    return { ok: true, changed: true };
  });
}

/**
 * Removes an automatically joined record from a person, permanently: staff's decision overrides common keys (F-NAME-4).
 * `Join` reverts it. A person's last record stays.
 */
export function separateRecord(context: StaffContext, input: unknown) {
  const verb = { input: recordOfPerson, failed: "a record could not be separated", messages: { failed } };
  return asStaff(context, verb, input, async ({ tx, record }, { personId, recordId }) => {
    await lockPeople(tx);
    const [row] = await tx
      .select({ id: records.id, was: records.personId })
      .from(records)
      .where(or(eq(records.applicationId, recordId), eq(records.inquiryId, recordId), eq(records.clientId, recordId)));
    if (!row) return refuse("not-found", missingRecordMessage);
    // Sent twice: the record belongs to another person already.
    if ((await headOf(tx, row.was)) !== (await headOf(tx, personId))) return { ok: true, changed: false };
    const others = await tx.$count(records, and(eq(records.personId, row.was), ne(records.id, row.id)));
    if (others === 0) return { ok: true, changed: false };
    const made = randomUUID();
    await tx.insert(people).values({ id: made });
    await tx.update(records).set({ personId: made }).where(eq(records.id, row.id));
    await tx.execute(sql`
      insert into person_pairs (one_id, other_id, same, declared_at)
      values (least(${row.was}::uuid, ${made}::uuid), greatest(${row.was}::uuid, ${made}::uuid), '{}', now())`);
    await tx.execute(sql`select refresh_people(${idList([row.was, made])})`);
    await pairPeople(tx, [row.was, made]);
    const subject = { subjectType: "person", subjectId: (await headOf(tx, row.was)) ?? row.was };
    await record({ actionType: "people_told_apart", ...subject, details: { other: made } });
    return { ok: true, changed: true };
  });
}

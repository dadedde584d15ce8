import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Change, changed } from "~/core/activity-log/changes";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { clients } from "~/db/schema/clients";
import type { KeyDateRow } from "~/db/schema/key-dates";
import { keyDateSettlements } from "~/db/schema/values";
import { addKeyDate, correctKeyDate, removeKeyDate, settleKeyDate, unsettleKeyDate } from "~/key-dates/change.server";
import { changesOf } from "~/key-dates/changes";
import {
  checkKeyDate,
  describeDay,
  type KeyDateInput,
  type KeyDateProblems,
  keyDateMessages,
  keyDateName,
  mostKeyDates,
  settlementLabels,
} from "~/key-dates/key-date";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { touched } from "./change-client.server";
import { clientMessages } from "./client";

type KeyDateResult = Done | Refused<KeyDateProblems | undefined>;

const keyDateMessage = {
  tooMany: `A client has ${mostKeyDates} key dates at most.`,
  settlement: "Choose how it was settled.",
};

const ofClient = z.object({ clientId: z.uuid(), attempt: z.uuid().optional() });
const ofKeyDate = ofClient.extend({ keyDateId: z.uuid(), revision: z.coerce.number().int().min(0) });
const verb = {
  once: "key date of a client",
  shown: ["revision"],
  failed: "a key date of a client could not be changed",
  rethrowsUnavailable: true,
  messages: { failed: clientMessages.failed },
};

/** Locks the client, so that its key dates change one after the other. Undefined if it is gone. */
async function lockedDates(tx: StaffWork["tx"], clientId: string): Promise<KeyDateRow[] | undefined> {
  const [client] = await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for("update");
  return client && keyDatesOf(tx, { clientId });
}

/** The key date as the page showed it, with the others of its client; refused if it is gone or was changed since. */
async function lockDate(tx: StaffWork["tx"], { clientId, keyDateId, revision }: z.output<typeof ofKeyDate>) {
  const dates = await lockedDates(tx, clientId);
  if (!dates) return refuse("not-found", clientMessages.gone);
  const date = dates.find(({ id }) => id === keyDateId);
  if (!date || date.revision !== revision) return refuse("conflict", clientMessages.stale);
  return { ok: true as const, date, others: dates.filter(({ id }) => id !== keyDateId) };
}

/** Records a change, which counts as a change of the client. */
async function noted({ tx, record }: StaffWork, clientId: string, what: string, changes: readonly Change[]) {
  await tx.update(clients).set(touched).where(eq(clients.id, clientId));
  await record({ actionType: `client_key_date_${what}`, subjectType: "client", subjectId: clientId, changes });
  return { ok: true as const };
}

/** Adds a key date to an imported client; sent again with the same attempt, it is one. */
export function addClientKeyDate(
  context: StaffContext,
  input: { clientId: unknown; attempt: unknown; keyDate: KeyDateInput },
): Promise<KeyDateResult> {
  const schema = ofClient.extend({ keyDate: z.custom<KeyDateInput>() });
  return asStaff(
    context,
    { ...verb, input: schema },
    input,
    async (work, { clientId, keyDate }): Promise<KeyDateResult> => {
      const dates = await lockedDates(work.tx, clientId);
      if (!dates) return refuse("not-found", clientMessages.gone);
      if (dates.length >= mostKeyDates) return refuse("conflict", keyDateMessage.tooMany);
      const checked = checkKeyDate(keyDate, dates);
      if (!checked.ok) return refuse("invalid", "", checked.problems);
      const added = await addKeyDate(work.tx, { clientId }, checked.keyDate, work.staff.email);
      if (!added) return refuse("invalid", "", { endsOn: keyDateMessages.recorded });
      return noted(work, clientId, "added", changed(keyDateName(added), "", describeDay(added)));
    },
  );
}

/** Corrects a key date. */
export function changeClientKeyDate(
  context: StaffContext,
  input: { clientId: unknown; keyDateId: unknown; revision: unknown; attempt: unknown; keyDate: KeyDateInput },
): Promise<KeyDateResult> {
  const schema = ofKeyDate.extend({ keyDate: z.custom<KeyDateInput>() });
  return asStaff(context, { ...verb, input: schema }, input, async (work, asked): Promise<KeyDateResult> => {
    const locked = await lockDate(work.tx, asked);
    if (!locked.ok) return locked;
    const checked = checkKeyDate(asked.keyDate, locked.others);
    if (!checked.ok) return refuse("invalid", "", checked.problems);
    const changes = changesOf(locked.date, checked.keyDate);
    if (changes.length === 0) return { ok: true };
    await correctKeyDate(work.tx, locked.date.id, checked.keyDate);
    return noted(work, asked.clientId, "changed", changes);
  });
}

/** Removes a key date. */
export function removeClientKeyDate(context: StaffContext, input: unknown) {
  return asStaff(context, { ...verb, input: ofKeyDate }, input, async (work, asked): Promise<Done | Refused> => {
    const locked = await lockDate(work.tx, asked);
    if (!locked.ok) return locked;
    await removeKeyDate(work.tx, locked.date.id);
    return noted(work, asked.clientId, "removed", changed(keyDateName(locked.date), describeDay(locked.date), ""));
  });
}

/** Marks a key date as settled, which ends its reminders and takes it out of the lists of what is ending. */
export function settleClientKeyDate(context: StaffContext, input: unknown) {
  const schema = ofKeyDate.extend({ settledAs: z.enum(keyDateSettlements, keyDateMessage.settlement) });
  const messages = { ...verb.messages, invalid: keyDateMessage.settlement };
  return asStaff(context, { ...verb, input: schema, messages }, input, async (work, asked): Promise<Done | Refused> => {
    const locked = await lockDate(work.tx, asked);
    if (!locked.ok) return locked;
    const { date } = locked;
    if (date.settledAs === asked.settledAs) return { ok: true };
    await settleKeyDate(work.tx, date.id, asked.settledAs, work.staff.email);
    const was = date.settledAs ? settlementLabels[date.settledAs] : "";
    const changes = changed(keyDateName(date), was, settlementLabels[asked.settledAs]);
    return noted(work, asked.clientId, "settled", changes);
  });
}

/** Takes back that a key date is settled. */
export function undoClientSettlement(context: StaffContext, input: unknown) {
  return asStaff(context, { ...verb, input: ofKeyDate }, input, async (work, asked): Promise<Done | Refused> => {
    const locked = await lockDate(work.tx, asked);
    if (!locked.ok) return locked;
    const { date } = locked;
    if (date.settledAs === null) return { ok: true };
    await unsettleKeyDate(work.tx, date.id);
    const changes = changed(keyDateName(date), settlementLabels[date.settledAs], "");
    return noted(work, asked.clientId, "unsettled", changes);
  });
}

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { insertInquiries } from "../../../test/harness/desk/inquiry-rows";
import { deactivated, entry, recordOf, withoutChange } from "../../../test/harness/desk/verbs";
import { inDays } from "../../../test/harness/in-days";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { type Owned, ownedState, ownerMessages } from "./owned";
import { setDueDay, setOwner } from "./set-owned.server";
import { registerOwnedUndo } from "./undo-owned.server";

const database = testDatabase();
const tables = { application: "visa_applications", inquiry: "visa_inquiries" } as const;
const kinds: Owned[] = ["application", "inquiry"];
let regular: StaffContext;
let anika: StaffContext;
let inactive: StaffContext;
let ids: Record<Owned, string[]> = { application: [], inquiry: [] };

beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  anika = await staffMember(database, "super_admin");
  inactive = await deactivated(database);
  await database.query("update admin_users set name = 'Anika Thompson' where id = $1", [anika.staff.adminId]);
});
beforeEach(async () => {
  for (const table of [...Object.values(tables), "admin_activity_log"]) await database.query(`delete from ${table}`);
  const applications: string[] = [];
  for (let n = 0; n < 3; n++) applications.push((await draftOf(database, submitted)).id);
  await insertInquiries(database, 1, 3);
  const inquiries = await database.query<{ id: string }>("select id from visa_inquiries order by created_at");
  ids = { application: applications, inquiry: inquiries.map(({ id }) => id) };
});

const stored = async (of: Owned, id = ids[of][0]) =>
  (
    await database.query<{ ownerId: string | null; dueOn: string | null; dueDay: string | null }>(
      `select owner_id as "ownerId", due_on::text as "dueOn", due_day::text as "dueDay" from ${tables[of]} where id = $1`,
      [id],
    )
  )[0];
const first = (of: Owned) => ids[of][0] ?? "";
const mails = () => database.query("select id from email_notifications");

describe.each(kinds)("the owner of an %s", (of) => {
  test("[K-OWN-1] a new record has no owner and no due day set by hand", async () => {
    expect(await stored(of)).toMatchObject({ ownerId: null, dueOn: null });
  });

  test("[K-OWN-2] admins of both roles can assign `me`, another admin or nobody; the change is recorded and nobody is mailed", async () => {
    const before = await mails();
    expect(await setOwner(of, regular, { ids: [first(of)], owner: "me" })).toMatchObject({ ok: true, changed: 1 });
    expect(await stored(of)).toMatchObject({ ownerId: regular.staff.adminId });
    await setOwner(of, regular, { ids: [first(of)], owner: anika.staff.adminId });
    expect(await stored(of)).toMatchObject({ ownerId: anika.staff.adminId });
    await setOwner(of, anika, { ids: [first(of)], owner: "" });
    expect(await stored(of)).toMatchObject({ ownerId: null });
    const set = (by: StaffContext, from: string | null, to: string | null) =>
      entry(by, `${of}_owner_set`, of, { from, to, together: 1 });
    expect(await recordOf(database, first(of))).toEqual([
      set(regular, null, regular.staff.email),
      set(regular, regular.staff.email, "Anika Thompson"),
      set(anika, "Anika Thompson", null),
    ]);
    expect(await mails()).toEqual(before);
  });

  test("[K-OWN-3] an inactive or unknown admin is refused with a message, and the owner stays unchanged", async () => {
    await database.query(`update ${tables[of]} set owner_id = $2 where id = $1`, [first(of), inactive.staff.adminId]);
    for (const owner of [inactive.staff.adminId, crypto.randomUUID(), "Anika", "' or 1=1"]) {
      const result = await withoutChange(database, () => setOwner(of, regular, { ids: ids[of], owner }));
      expect(result, owner).toMatchObject({ ok: false, reason: "invalid", message: ownerMessages.inactive });
    }
    expect(ownerMessages.inactive).toBe("This person no longer works at the desk. Choose someone else.");
    expect(await stored(of)).toMatchObject({ ownerId: inactive.staff.adminId });
  });

  test("[K-OWN-4] a page of records is assigned all or none, and the result gives number and person", async () => {
    const all = await setOwner(of, regular, { ids: ids[of], owner: anika.staff.adminId });
    const noun = of === "application" ? "cases" : "inquiries";
    expect(all).toMatchObject({ ok: true, changed: 3, notice: `3 ${noun} now belong to Anika Thompson` });
    const dated = await setDueDay(of, regular, { ids: ids[of], dueOn: inDays(3) });
    expect(dated).toMatchObject({ ok: true, changed: 3 });
    for (const id of ids[of])
      expect(await stored(of, id)).toMatchObject({ ownerId: anika.staff.adminId, dueOn: inDays(3) });

    const withUnknownId = [...ids[of], crypto.randomUUID()];
    const tooMany = Array.from({ length: 101 }, () => first(of));
    for (const requestedIds of [withUnknownId, tooMany, []]) {
      const [owned, dated] = await withoutChange(database, async () => [
        await setOwner(of, regular, { ids: requestedIds, owner: "me" }),
        await setDueDay(of, regular, { ids: requestedIds, dueOn: inDays(1) }),
      ]);
      expect(owned).toMatchObject({ ok: false });
      expect(dated).toMatchObject({ ok: false });
    }
  });

  test("[K-OWN-7] records that another admin assigned or dated since they were loaded stay unchanged, for one and for several", async () => {
    const seen = Object.fromEntries(ids[of].map((id) => [id, ownedState({ ownerId: null, dueOn: null })]));
    await setOwner(of, anika, { ids: [first(of)], owner: "me", seen });
    for (const requestedIds of [ids[of], [first(of)]]) {
      const refused = await withoutChange(database, () =>
        setOwner(of, regular, { ids: requestedIds, owner: "me", seen }),
      );
      expect(refused).toMatchObject({ ok: false, reason: "conflict", message: ownerMessages.stale });
      const undated = await withoutChange(database, () =>
        setDueDay(of, regular, { ids: requestedIds, dueOn: inDays(2), seen }),
      );
      expect(undated).toMatchObject({ ok: false, reason: "conflict", message: ownerMessages.stale });
    }
    // The same said twice is no conflict, and no second entry.
    expect(await setOwner(of, anika, { ids: [first(of)], owner: "me", seen })).toMatchObject({ ok: true, changed: 0 });
  });

  test("[A-PERM-8] a deactivated admin is refused, and nothing is changed or recorded", async () => {
    const refused = await withoutChange(database, () => setOwner(of, inactive, { ids: ids[of], owner: "" }));
    expect(refused).toMatchObject({ ok: false, reason: "forbidden" });
    const undated = await withoutChange(database, () => setDueDay(of, inactive, { ids: ids[of], dueOn: inDays(1) }));
    expect(undated).toMatchObject({ ok: false, reason: "forbidden" });
  });
});

describe.each(kinds)("the due day of an %s", (of) => {
  test("[K-OWN-5] a due day set by hand applies until it is cleared; today is allowed, yesterday is not", async () => {
    expect(await setDueDay(of, regular, { ids: [first(of)], dueOn: inDays(0) })).toMatchObject({ ok: true });
    expect(await stored(of)).toMatchObject({ dueOn: inDays(0), dueDay: inDays(0) });
    for (const dueOn of [inDays(-1), "2020-01-01"]) {
      const refused = await withoutChange(database, () => setDueDay(of, regular, { ids: ids[of], dueOn }));
      expect(refused).toMatchObject({ reason: "invalid", message: "That day is over. Choose today or a later day." });
    }
    const unreadable = await setDueDay(of, regular, { ids: ids[of], dueOn: "2026-02-30" });
    expect(unreadable).toMatchObject({ reason: "invalid", message: ownerMessages.noDay });
    expect(await setDueDay(of, anika, { ids: [first(of)], dueOn: "" })).toMatchObject({ ok: true, changed: 1 });
    expect(await stored(of)).toMatchObject({ dueOn: null, dueDay: null });
    expect(await recordOf(database, first(of))).toEqual([
      entry(regular, `${of}_due_day_set`, of, { from: null, to: inDays(0), together: 1 }),
      entry(anika, `${of}_due_day_set`, of, { from: inDays(0), to: null, together: 1 }),
    ]);
  });
});

describe("today for a due day set by hand", () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    ["winter", "2026-12-02T04:59:59Z", "2026-12-01"],
    ["summer", "2027-07-02T03:59:59Z", "2027-07-01"],
  ])("[K-OWN-5] in %s it is the day in Nassau until midnight there", async (_, now, today) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    const set = (dueOn: string) => setDueDay("application", regular, { ids: [first("application")], dueOn });
    expect(await set(today)).toMatchObject({ ok: true, changed: 1 });
    vi.setSystemTime(Date.now() + 1000);
    expect(await set(today)).toMatchObject({ reason: "invalid", message: ownerMessages.past });
  });
});

test("[K-OWN-5] an unanswered inquiry is due on its promised day in Nassau until it is answered or changes status", async () => {
  const id = first("inquiry");
  // Half past one in the night of Greenwich is the evening before in Nassau.
  await database.query("update visa_inquiries set promised_by = '2026-12-02T01:30:00Z' where id = $1", [id]);
  expect(await stored("inquiry")).toMatchObject({ dueDay: "2026-12-01" });
  await setDueDay("inquiry", regular, { ids: [id], dueOn: inDays(5) });
  expect(await stored("inquiry")).toMatchObject({ dueDay: inDays(5) });
  await setDueDay("inquiry", regular, { ids: [id], dueOn: "" });
  expect(await stored("inquiry")).toMatchObject({ dueDay: "2026-12-01" });
  await database.query("update visa_inquiries set answered_at = now() where id = $1", [id]);
  expect(await stored("inquiry")).toMatchObject({ dueDay: null });
  await database.query("update visa_inquiries set answered_at = null, status = 'contacted' where id = $1", [id]);
  expect(await stored("inquiry")).toMatchObject({ dueDay: null });
});

describe.each(kinds)("undo at an %s", (of) => {
  beforeAll(registerOwnedUndo);
  const undoIt = async (by = regular) => undo(by, { offer: (await readOpenOffer(by.staff))?.id });

  test("[K-UNDO-1, K-OWN-4] undoing a change of several records restores each owner and due day, and is recorded", async () => {
    await setOwner(of, anika, { ids: [first(of)], owner: "me" });
    await setDueDay(of, anika, { ids: [first(of)], dueOn: inDays(3) });
    await setOwner(of, regular, { ids: ids[of], owner: "me" });
    expect(await undoIt()).toEqual({ ok: true });
    expect(await stored(of)).toMatchObject({ ownerId: anika.staff.adminId });
    expect(await stored(of, ids[of][1])).toMatchObject({ ownerId: null });
    await setDueDay(of, regular, { ids: ids[of], dueOn: inDays(9) });
    expect(await undoIt()).toEqual({ ok: true });
    expect(await stored(of)).toMatchObject({ dueOn: inDays(3) });
    expect((await recordOf(database, first(of))).map(({ what }) => what).slice(-2)).toEqual([
      `${of}_due_day_set`,
      `${of}_due_day_undone`,
    ]);
  });

  test("[K-UNDO-4] undoing changes nothing if another admin has changed one of the records since", async () => {
    await setOwner(of, regular, { ids: ids[of], owner: "me" });
    await setOwner(of, anika, { ids: [first(of)], owner: "me" });
    expect(await withoutChange(database, undoIt)).toMatchObject({ ok: false, message: ownerMessages.stale });
  });
});

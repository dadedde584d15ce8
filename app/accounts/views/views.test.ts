import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { statusOf } from "~/core/verbs/refused";
import { pool } from "~/db/client.server";
import { deactivated, withoutChange } from "../../../test/harness/desk/verbs";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";
import { readView } from "./read-view.server";
import { changeView, deleteView, openView, saveView, viewsFor } from "./views.server";

const database = testDatabase();
let maker: StaffContext;
let otherAdmin: StaffContext;
let superAdmin: StaffContext;
let inactive: StaffContext;

beforeAll(async () => {
  maker = await staffMember(database, "regular_admin");
  otherAdmin = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
  inactive = await deactivated(database);
  await database.query("update admin_users set name = 'Anika Thompson' where id = $1", [maker.staff.adminId]);
});
beforeEach(() => database.query("delete from saved_views"));

const nameTaken = "You already have a view with this name. Choose another name.";
const search = "q=rolle&status=submitted%2Cunder_review&sort=oldest&columns=application%2Cstatus";
async function saved(name = "Waiting for us", by = maker, more: Record<string, unknown> = {}): Promise<string> {
  const view = randomUUID();
  const result = await saveView(by, "applications", { view, name, search, ...more });
  if (!result.ok) throw new Error(result.message);
  return view;
}
const namesFor = async ({ staff }: StaffContext) => (await viewsFor(staff, "applications")).map(({ name }) => name);

describe("saving a view", () => {
  test("[K-VIEW-2] a view stores search, filters, order and columns under a name and an id; sending it twice stores one", async () => {
    const view = await saved();
    expect(await saveView(maker, "applications", { view, name: "Waiting for us", search })).toEqual({
      ok: true,
      id: view,
    });
    expect(await namesFor(maker)).toEqual(["Waiting for us"]);
    const opened = await readView(maker.staff, "applications", new URLSearchParams({ view }));
    expect(opened.view).toMatchObject({ id: view, name: "Waiting for us", search });
    expect(Object.fromEntries(opened.search)).toEqual({
      ...{ q: "rolle", status: "submitted,under_review", sort: "oldest", columns: "application,status", view },
    });
    // What the address says itself counts instead; the page that it shows is no filter.
    const own = await readView(maker.staff, "applications", new URLSearchParams({ view, status: "draft" }));
    expect(Object.fromEntries(own.search)).toEqual({ view, status: "draft" });
    const before = randomUUID();
    const paged = await readView(maker.staff, "applications", new URLSearchParams({ view, before }));
    expect(Object.fromEntries(paged.search)).toMatchObject({ q: "rolle", before });
  });

  test("[K-VIEW-2] a view needs a name of 1 to 60 characters that the admin hasn't used in that list", async () => {
    const viewInput = (name: unknown) => ({ view: randomUUID(), name, search });
    for (const name of ["", "   ", undefined])
      expect(await saveView(maker, "applications", viewInput(name))).toMatchObject({
        message: "Give the view a name.",
      });
    expect(await saveView(maker, "applications", viewInput("x".repeat(61)))).toMatchObject({
      ok: false,
      reason: "invalid",
    });
    await saved("x".repeat(60));
    await saved("Mine");
    for (const name of ["Mine", " mine "])
      expect(await withoutChange(database, () => saveView(maker, "applications", viewInput(name)))).toMatchObject({
        ...{ ok: false, reason: "invalid", message: nameTaken },
      });
    const second = await saved("Another");
    expect(await changeView(maker, { view: second, name: "MINE" })).toMatchObject({ ok: false, message: nameTaken });
    expect(await saveView(maker, "inquiries", viewInput("Mine"))).toMatchObject({ ok: true });
    expect(await saveView(otherAdmin, "applications", viewInput("Mine"))).toMatchObject({ ok: true });
  });

  test("[K-VIEW-2] a name that a concurrent request takes first is refused as taken", async () => {
    const [first, second] = [await saved("One"), await saved("Two")];
    const otherConnection = await pool.connect();
    try {
      await otherConnection.query("begin");
      await otherConnection.query("update saved_views set name = 'Three' where id = $1", [first]);
      const changing = changeView(maker, { view: second, name: "three" });
      await untilWaiting(database);
      await otherConnection.query("commit");
      expect(await changing).toMatchObject({ ok: false, reason: "invalid", message: nameTaken });
    } finally {
      otherConnection.release();
    }
    expect((await namesFor(maker)).toSorted()).toEqual(["Three", "Two"]);
  });
});

describe("permissions of a view", () => {
  const sees = ({ staff }: StaffContext, view: string) => openView(staff, "applications", view);

  test("[K-VIEW-3] a view is visible to its creator only; its URL shows others the whole list", async () => {
    const view = await saved();
    expect(await sees(maker, view)).toMatchObject({ isOwn: true, mayChange: true });
    for (const by of [otherAdmin, superAdmin]) {
      expect(await sees(by, view)).toBeNull();
      expect(await namesFor(by)).toEqual([]);
      const opened = await readView(by.staff, "applications", new URLSearchParams({ view }));
      expect([opened.isMissing, [...opened.search.keys()]]).toEqual([true, ["view"]]);
    }
    for (const none of [randomUUID(), "x", ""]) expect(await sees(maker, none)).toBeNull();
    // A view of one list is none of the other.
    expect(await openView(maker.staff, "inquiries", view)).toBeNull();
  });

  test("[K-VIEW-3, I-NAME-9] a view shared with everyone is listed for all admins with its creator's name and email until sharing ends", async () => {
    const view = await saved();
    await changeView(maker, { view, shared: "yes" });
    expect(await viewsFor(otherAdmin.staff, "applications")).toEqual([
      {
        id: view,
        name: "Waiting for us",
        isOwn: false,
        isShared: true,
        by: "Anika Thompson",
        byEmail: maker.staff.email,
        mayChange: false,
      },
    ]);
    expect(await sees(otherAdmin, view)).toMatchObject({ search });
    await changeView(maker, { view, shared: "no" });
    expect(await sees(otherAdmin, view)).toBeNull();
  });

  test("[K-VIEW-3] only its creator and super admins can rename, change and delete a view; others get 403", async () => {
    for (const by of [maker, superAdmin]) {
      const view = await saved("Shared");
      await changeView(maker, { view, shared: "yes" });
      expect(await changeView(by, { view, name: "Renamed", search: "status=draft" })).toMatchObject({ ok: true });
      expect(await sees(otherAdmin, view)).toMatchObject({ name: "Renamed", search: "status=draft", isShared: true });
      expect(await deleteView(by, { view })).toEqual({ ok: true });
      expect(await sees(maker, view)).toBeNull();
    }
    const [shared, own] = [await saved("Shared"), await saved("Private")];
    await changeView(maker, { view: shared, shared: "yes" });
    for (const view of [shared, own])
      for (const by of [otherAdmin, inactive]) {
        const refused = await withoutChange(database, async () => [
          await changeView(by, { view, name: "Taken over" }),
          await changeView(by, { view, shared: "no" }),
          await deleteView(by, { view }),
        ]);
        for (const result of refused) expect(result.ok || statusOf(result)).toBe(403);
      }
  });

  test("[A-PERM-8] a deactivated admin can't save a view", async () => {
    const view = randomUUID();
    const refused = await withoutChange(database, () =>
      saveView(inactive, "applications", { view, name: "Mine", search }),
    );
    expect(refused).toMatchObject({ ok: false, reason: "forbidden" });
  });
});

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setOwner } from "~/accounts/owners/set-owned.server";
import type { StaffContext } from "~/accounts/staff.server";
import { placeIn } from "~/accounts/views/neighbours.server";
import { saveView } from "~/accounts/views/views.server";
import { insertApplications } from "../../../../test/harness/applicants/application-rows";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { setStatus } from "../../status/desk/set-status.server";
import { sorts } from "./columns.server";
import { readFilters } from "./filters.server";
import { listApplications } from "./list.server";
import { applicationList, neighboursOf } from "./neighbours.server";

const database = testDatabase();
let me: StaffContext;
beforeAll(async () => {
  me = await staffMember(database);
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
});

const params = (search: string) => new URLSearchParams(search);
const listOf = async (search: string) => {
  const { rows, next } = await listApplications(readFilters(params(search), me.staff.adminId));
  return { ids: rows.map(({ id }) => id), next };
};
const neighboursIn = (id: string | undefined, search: string) => neighboursOf(me.staff, id ?? "", params(search));

describe("Previous and Next of a case", () => {
  test("[K-CASE-3] Previous and Next follow the list in every order and across pages, with the position", async () => {
    await insertApplications(database, 1, 103);
    for (const value of sorts) {
      const search = value ? `sort=${value}` : "";
      const { ids, next } = await listOf(search);
      const earlierPage = await listOf(`${search}&before=${next}`);
      const all = [...ids, ...earlierPage.ids];
      expect(all, value).toHaveLength(103);
      for (const position of [0, 1, 99, 100, 102]) {
        const found = await neighboursIn(all[position], search);
        expect([found.previous, found.next], value).toEqual([all[position - 1] ?? null, all[position + 1] ?? null]);
        expect([found.place, found.count, found.isListed], value).toEqual([position + 1, 103, true]);
      }
    }
  });

  test("[K-CASE-3] Previous and Next respect the filters of the list and of its view", async () => {
    await insertApplications(database, 1, 12);
    await database.query(
      "update visa_applications set owner_id = $1 where right(application_number, 1) in ('2', '4', '6')",
      [me.staff.adminId],
    );
    const { ids } = await listOf("owner=me&sort=oldest");
    const view = crypto.randomUUID();
    await saveView(me, "applications", { view, name: "Mine", search: "owner=me&sort=oldest" });
    for (const search of ["owner=me&sort=oldest", `view=${view}`]) {
      const found = await neighboursIn(ids[1], search);
      expect(found).toMatchObject({ previous: ids[0], next: ids[2], place: 2, count: ids.length });
    }
  });

  test("[K-CASE-3] a case that a change removed from the list keeps its neighbours, also when sorted by status", async () => {
    await insertApplications(database, 1, 6);
    await database.query("update visa_applications set status = 'submitted', submitted_at = now()");
    for (const search of [
      "status=submitted",
      "status=submitted,under_review&sort=status",
      "status=submitted&sort=status-back",
    ]) {
      const { ids } = await listOf(search);
      const id = ids[2];
      await setStatus(me, { applicationId: id, status: "approved", mailRead: "yes", sure: "yes" });
      const found = await neighboursIn(id, search);
      expect(found, search).toMatchObject({ previous: ids[1], next: ids[3], isListed: false, count: ids.length - 1 });
      await database.query("delete from visa_applications where id = $1", [id]);
    }
    const { ids } = await listOf("owner=none");
    await setOwner("application", me, { ids: [ids[1]], owner: "me" });
    expect(await neighboursIn(ids[1], "owner=none")).toMatchObject({ previous: ids[0], next: ids[2], isListed: false });
  });

  test("[K-CASE-3] the position can be requested separately when the page didn't wait for it", async () => {
    await insertApplications(database, 1, 3);
    const { ids } = await listOf("");
    expect(await placeIn(applicationList, readFilters(params("")), ids[2] ?? "")).toBe(3);
  });
});

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readApplication } from "~/cases/case-data/case.server";
import { daysAfter } from "~/core/time";
import { deactivated } from "../../../../test/harness/desk/verbs";
import { inDays } from "../../../../test/harness/in-days";
import { draftOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { mondayOf } from "../../appointments/desk/week.server";
import { countListed, readFilters, searchParamsOf } from "./filters.server";
import { listApplications } from "./list.server";

const database = testDatabase();
let me: StaffContext;
let inactive: StaffContext;
const numbers = new Map<string, string>();
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

beforeAll(async () => {
  me = await staffMember(database, "regular_admin");
  inactive = await deactivated(database);
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  numbers.clear();
});

/** An application that the test calls so. */
async function made(name: string, columns: Record<string, unknown> = {}) {
  const submitted = columns.status && columns.status !== "draft" ? { submitted_at: new Date() } : {};
  const { id } = await draftOf(database, { ...submitted, ...columns });
  numbers.set(id, name);
  return id;
}
/** The names of the applications that a search of the address leaves, with the number above them. */
async function left(search: string) {
  const filters = readFilters(new URLSearchParams(search), me.staff.adminId);
  const { rows } = await listApplications(filters);
  expect(await countListed(filters), search).toBe(rows.length);
  return rows.map(({ id }) => numbers.get(id) ?? "?").sort();
}
const services = () =>
  database.query<{ id: string; code: string }>(
    "select s.id, c.code from visa_services s join countries c on c.id = s.country_id order by c.code, s.id",
  );

describe("[K-VIEW-1] a list filter and its exact count", () => {
  test("the owner filter finds cases of me, another admin, nobody, and nobody active", async () => {
    const otherAdmin = await staffMember(database, "regular_admin");
    await made("mine", { owner_id: me.staff.adminId });
    await made("theirs", { owner_id: otherAdmin.staff.adminId });
    await made("orphan", { owner_id: inactive.staff.adminId });
    await made("nobody's");
    expect(await left("owner=me")).toEqual(["mine"]);
    expect(await left(`owner=${otherAdmin.staff.adminId}`)).toEqual(["theirs"]);
    expect(await left("owner=none")).toEqual(["nobody's"]);
    expect(await left("owner=inactive")).toEqual(["nobody's", "orphan"]);
    expect(await left("owner=somebody")).toHaveLength(4);
    expect(await left(`owner=${crypto.randomUUID()}`)).toEqual([]);
  });

  test("[K-OWN-3] an inactive admin's case keeps its owner, shown as inactive", async () => {
    await database.query("update admin_users set name = 'Anika Thompson' where id = $1", [inactive.staff.adminId]);
    await made("orphan", { owner_id: inactive.staff.adminId });
    const { rows } = await listApplications(readFilters(new URLSearchParams()));
    expect(rows.map(({ ownerName }) => ownerName)).toEqual(["Anika Thompson (inactive)"]);
  });

  test("status (several at once), payment and turn filter the list", async () => {
    await made("draft");
    await made("sent", { status: "submitted", turn: "office", payment_status: "paid" });
    await made("read", { status: "under_review", turn: "applicant", payment_status: "partial" });
    await made("done", { status: "approved", payment_status: "paid" });
    expect(await left("status=submitted,under_review")).toEqual(["read", "sent"]);
    expect(await left("status=submitted&status=approved")).toEqual(["done", "sent"]);
    expect(await left("status=all")).toHaveLength(4);
    expect(await left("payment=paid")).toEqual(["done", "sent"]);
    expect(await left("turn=applicant")).toEqual(["read"]);
    expect(await left("turn=authority")).toEqual([]);
  });

  test("service and country filter the list", async () => {
    const all = await services();
    const [service, two] = [all[0], all.find(({ code }) => code !== all[0]?.code)];
    const sibling = all.find(({ id, code }) => code === service?.code && id !== service?.id) ?? service;
    await made("one", { visa_service_id: service?.id });
    await made("same country", { visa_service_id: sibling?.id });
    await made("elsewhere", { visa_service_id: two?.id });
    await made("none");
    expect(await left(`service=${two?.id}`)).toEqual(["elsewhere"]);
    expect(await left(`country=${service?.code}`)).toEqual(["one", "same country"]);
    expect(await left("country=XX")).toEqual([]);
    expect(await left("country=xyz&service=none")).toHaveLength(4);
  });

  test("the age filters the list", async () => {
    await made("new", { created_at: ago(2) });
    await made("of this week", { created_at: ago(3 * 24) });
    await made("of this month", { created_at: ago(20 * 24) });
    await made("old", { created_at: ago(31 * 24) });
    expect(await left("age=day")).toEqual(["new"]);
    expect(await left("age=week")).toEqual(["new", "of this week"]);
    expect(await left("age=month")).toEqual(["new", "of this month", "of this week"]);
    expect(await left("age=older")).toEqual(["old"]);
  });

  test("the due day filters by Nassau's calendar, and finished cases are never overdue", async () => {
    const monday = mondayOf(null);
    const sunday = daysAfter(monday, 6);
    await made("late", { status: "submitted", due_on: inDays(-30) });
    await made("late and done", { status: "denied", due_on: inDays(-30) });
    await made("today", { status: "submitted", rule_due_on: inDays(0) });
    await made("by hand instead", { status: "submitted", rule_due_on: inDays(0), due_on: inDays(30) });
    await made("on Sunday", { status: "submitted", due_on: sunday });
    await made("none");
    expect(await left("due=overdue")).toEqual(["late"]);
    expect(await left("due=none")).toEqual(["none"]);
    expect(await left("due=today")).toEqual(sunday === inDays(0) ? ["on Sunday", "today"] : ["today"]);
    expect(await left("due=week")).toEqual(["on Sunday", "today"]);
  });
});

test("[K-VIEW-1] filters and search combine, and the URL has all of them", async () => {
  const wanted = { status: "submitted", owner_id: me.staff.adminId, due_on: inDays(-2), payment_status: "paid" };
  await made("wanted", { ...wanted, user_email: "rolle@mail.example" });
  await made("not found", wanted);
  await made("of another status", { ...wanted, status: "under_review", user_email: "rolle2@mail.example" });
  await made("unpaid", { ...wanted, payment_status: "pending", user_email: "rolle3@mail.example" });
  await made("nobody's", { ...wanted, owner_id: null, user_email: "rolle4@mail.example" });
  const search = "q=rolle&status=submitted&owner=me&due=overdue&payment=paid&age=week";
  expect(await left(search)).toEqual(["wanted"]);
  const parameters = searchParamsOf(readFilters(new URLSearchParams(search)));
  expect(parameters).toMatchObject({ ...Object.fromEntries(new URLSearchParams(search)), service: "all", turn: "all" });
});

test("[K-VIEW-1] the count follows every change of filters and rows", async () => {
  const count = () => countListed(readFilters(new URLSearchParams("status=submitted&owner=me"), me.staff.adminId));
  expect(await count()).toBe(0);
  const ids = [await made("a", { status: "submitted" }), await made("b", { status: "submitted" })];
  await database.query("update visa_applications set owner_id = $1", [me.staff.adminId]);
  expect(await count()).toBe(2);
  await database.query("update visa_applications set status = 'under_review' where id = $1", [ids[0]]);
  expect(await count()).toBe(1);
  await database.query("delete from visa_applications where id = $1", [ids[1]]);
  expect(await count()).toBe(0);
  await database.query("truncate visa_applications cascade");
  expect(await countListed(readFilters(new URLSearchParams()))).toBe(0);
});

describe("[F-DESK-17] the passport in the list", () => {
  const passportOf = async (id: string) => {
    const { rows } = await listApplications(readFilters(new URLSearchParams()));
    const row = rows.find((candidate) => candidate.id === id);
    return [row?.passportExpires, row?.passport?.isExpired, row?.passport?.sentence.match(/six months .*/)?.[0]];
  };
  const withDays = async (columns: Record<string, unknown>, expires: string, trip: [string, string | null] | null) => {
    const id = await made("one", columns);
    await database.query("insert into passport_information (application_id, expiration_date) values ($1, $2)", [
      ...[id, expires],
    ]);
    if (trip)
      await database.query(
        "insert into trip_details (application_id, intended_arrival_date, intended_departure_date) values ($1, $2, $3)",
        [id, ...trip],
      );
    return id;
  };
  const [soon, late] = [inDays(100), inDays(400)];

  test("a passport's flag is shown at the top of its case too", async () => {
    const id = await withDays({ status: "submitted", decision_expected_by: inDays(300) }, late, null);
    expect((await readApplication(id))?.passport?.sentence).toMatch(/six months after the decision\.$/);
    expect((await readApplication(await withDays({}, late, null)))?.passport).toBeNull();
  });

  test("the list shows the passport's expiry and flags it against today, the trip and the decision", async () => {
    expect(await passportOf(await withDays({}, late, null))).toEqual([late, undefined, undefined]);
    expect(await passportOf(await withDays({}, soon, null))).toEqual([soon, false, "six months from today."]);
    expect(await passportOf(await withDays({ status: "submitted" }, inDays(-1), null))).toEqual([
      inDays(-1),
      true,
      undefined,
    ]);
    const trip = await withDays({ status: "approved" }, late, [inDays(10), inDays(300)]);
    expect(await passportOf(trip)).toEqual([late, false, "six months after the end of the trip."]);
    const arrival = await withDays({}, late, [inDays(300), null]);
    expect(await passportOf(arrival)).toEqual([late, false, "six months after the end of the trip."]);
    const decision = await withDays({ status: "submitted", decision_expected_by: inDays(300) }, late, null);
    expect(await passportOf(decision)).toEqual([late, false, "six months after the decision."]);
  });

  test("a denied or withdrawn case isn't flagged, and an approved one isn't flagged against today", async () => {
    for (const status of ["denied", "withdrawn", "approved"])
      expect(await passportOf(await withDays({ status }, soon, null))).toEqual([soon, undefined, undefined]);
  });
});

import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { insertInquiries } from "../../../../test/harness/desk/inquiry-rows";
import { inDays } from "../../../../test/harness/in-days";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { listInquiries } from "../list.server";
import { countMatching, readInquiryFilters, searchParamsOf } from "./filters.server";

const database = testDatabase();
let me: StaffContext;

beforeAll(async () => {
  me = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from visa_inquiries");
  await insertInquiries(database, 1, 4);
});

/** Updates the row of Person n. */
async function update(n: number, columns: Record<string, unknown>) {
  const set = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
  await database.query(`update visa_inquiries set ${set.join(", ")} where full_name = $1`, [
    `Person ${n}`,
    ...Object.values(columns),
  ]);
}
/** The numbers of the people that a search string finds; rows are numbered likewise. */
async function left(search: string) {
  const filters = readInquiryFilters(new URLSearchParams(search), me.staff.adminId);
  const { rows } = await listInquiries(filters);
  expect(await countMatching(filters), search).toBe(rows.length);
  return rows.map(({ fullName }) => Number(fullName.slice(7))).sort();
}

test("[K-VIEW-1] owner, several statuses, service, residence, priority and unanswered filter the list", async () => {
  await update(1, { owner_id: me.staff.adminId, status: "in_review", residence_country: "JM" });
  await update(2, { status: "contacted", visa_service: "UK Transit Visa" });
  await update(3, { priority: true });
  await update(4, { answered_at: new Date(), owner_id: me.staff.adminId });
  expect(await left("owner=me")).toEqual([1, 4]);
  expect(await left("owner=none")).toEqual([2, 3]);
  expect(await left("owner=inactive")).toEqual([2, 3]);
  expect(await left("status=in_review,contacted")).toEqual([1, 2]);
  expect(await left("service=UK%20Transit%20Visa")).toEqual([2]);
  expect(await left("country=JM")).toEqual([1]);
  expect(await left("priority=yes")).toEqual([3]);
  expect(await left("unanswered=yes")).toEqual([1, 3]);
  expect(await left("unanswered=yes&priority=no&country=JM&q=person&owner=me")).toEqual([1]);
});

test("[K-VIEW-1, K-OWN-6] age and due day filter the list, and finished inquiries are never overdue", async () => {
  await update(1, { created_at: new Date(), promised_by: new Date(Date.now() - 3 * 86_400_000) });
  await update(2, { created_at: new Date(Date.now() - 40 * 86_400_000), due_on: inDays(-1), status: "not_qualified" });
  await update(3, { created_at: new Date(Date.now() - 5 * 86_400_000), due_on: inDays(0) });
  await update(4, { created_at: new Date(), due_on: null, promised_by: null });
  expect(await left("age=day")).toEqual([1, 4]);
  expect(await left("age=week")).toEqual([1, 3, 4]);
  expect(await left("age=older")).toEqual([2]);
  expect(await left("due=overdue")).toEqual([1]);
  expect(await left("due=today")).toEqual([3]);
  expect(await left("due=none")).toEqual([4]);
  expect(await left("due=overdue&age=day&unanswered=yes")).toEqual([1]);
});

test("[K-VIEW-1] the URL has every filter, and invalid values are dropped", () => {
  const search = "q=rolle&priority=yes&service=UK&country=JM&unanswered=yes&owner=none&age=week&due=today&sort=oldest";
  const filters = readInquiryFilters(new URLSearchParams(`${search}&status=new&status=bogus&columns=due,date`));
  expect(searchParamsOf(filters)).toEqual({
    ...Object.fromEntries(new URLSearchParams(search)),
    status: "new",
    columns: "date,due",
  });
});

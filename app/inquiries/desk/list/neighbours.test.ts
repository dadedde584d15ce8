import { expect, test } from "vitest";
import { insertInquiries } from "../../../../test/harness/desk/inquiry-rows";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { setInquiryStatus } from "../set-status.server";
import { neighboursOf } from "./neighbours.server";

const database = testDatabase();

test("[K-CASE-3] Previous and Next follow the inquiry's list, and stay when a change removed it from the list", async () => {
  const me = await staffMember(database);
  await insertInquiries(database, 1, 5);
  const rows = await database.query<{ id: string }>("select id from visa_inquiries order by created_at desc");
  const ids = rows.map(({ id }) => id);
  const besides = (position: number, search: string) =>
    neighboursOf(me.staff, ids[position] ?? "", new URLSearchParams(search));
  expect(await besides(0, "")).toMatchObject({ previous: null, next: ids[1], place: 1, count: 5 });
  expect(await besides(1, "sort=oldest")).toMatchObject({ previous: ids[2], next: ids[0], place: 4, count: 5 });
  await setInquiryStatus(me, { inquiryIds: [ids[2]], status: "contacted" });
  expect(await besides(2, "status=new")).toMatchObject({ previous: ids[1], next: ids[3], isListed: false, count: 4 });
  expect(await besides(1, "status=new")).toMatchObject({ previous: ids[0], next: ids[3], place: 2, count: 4 });
});

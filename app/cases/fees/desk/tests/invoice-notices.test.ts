import { createHmac } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { flash } from "~/accounts/flash.server";
import type { StaffContext } from "~/accounts/staff.server";
import { config } from "~/config.server";
import { openSession, staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { loader } from "../fees";
import { InvoiceCase } from "./invoice-case";

const database = testDatabase();
let staff: StaffContext;
let cookie: string;
beforeAll(async () => {
  staff = await staffMember(database);
  const token = await openSession(database, staff.staff.userId);
  const signed = `${token}.${createHmac("sha256", config.secret).update(token).digest("base64")}`;
  cookie = `lucaya_staff=${encodeURIComponent(signed)}`;
});

async function noticeOf(id: string, notice: Parameters<typeof flash>[0]): Promise<string> {
  const [shownOnce] = flash(notice).split(";");
  const url = new URL(`http://lucaya.test/admin/applications/${id}/fees`);
  const request = new Request(url, { headers: { cookie: `${cookie}; ${shownOnce}` } });
  const { data } = await loader({ request, params: { id }, url, context: new RouterContextProvider(), pattern: "" });
  return data.notice;
}

test.each([
  [false, "No email was sent because there’s no address."],
  [true, "Sample people get no email."],
])("[M-INV-7] the desk says why an invoice was not mailed (sample person: %s)", async (isSample, why) => {
  const { id } = await InvoiceCase.of(database, staff, { is_sample: isSample });
  expect(await noticeOf(id, "invoice-made-unmailed")).toBe(`Invoice made. ${why}`);
  expect(await noticeOf(id, "invoice-voided-unmailed")).toBe(`Invoice voided. ${why}`);
});

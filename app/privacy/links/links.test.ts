import { RouterContextProvider } from "react-router";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { refuseDrawing } from "~/core/rate-limits/drawing-limit.server";
import { type RequestContext, requestContext } from "~/core/request-context";
import { makeLinks } from "~/mail/links/make-links.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { filesIn } from "../../../test/harness/case/zip";
import { runJob } from "../../../test/harness/in-process/jobs";
import { newInquiry, storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { findCopy, latestCopy } from "../copies/read-copy.server";
import { ownRequest } from "../requests/read-requests.server";
import { loader as inquiryCopy } from "./inquiry-copy";
import { copyFor, eraseFor, openedAddress, openedCookie, readOpened, takeBackFor } from "./opened.server";
import { openedBy, registerDataLinks, sendDataLink } from "./send-data-link.server";

const database = testDatabase();
beforeAll(() => registerDataLinks());
beforeEach(async () => {
  for (const table of ["limit_counts", "data_links", "email_notifications", "newsletter_subscribers", "visa_inquiries"])
    await database.query(`delete from ${table}`);
});

const from = { address: "203.0.113.9" };
/** Requests a link and runs the queue; returns the recipients of the mails. */
async function requestLink(email: string): Promise<string[]> {
  expect(await sendDataLink(from, email)).toEqual({ ok: true });
  for (const data of await database.enqueued("privacy.send-data-link")) await runJob("privacy.send-data-link", data);
  await database.query("delete from pgboss.job where name = 'privacy.send-data-link'");
  const rows = await database.query<{ to: string }>(
    `select recipient_email as "to" from email_notifications where email_type = 'data_link' order by created_at`,
  );
  return rows.map(({ to }) => to);
}
async function tokenFor(email: string): Promise<string> {
  await requestLink(email);
  const [mail] = await database.query<{ data: { link: string } }>(
    "select template_data as data from email_notifications where email_type = 'data_link' order by created_at desc limit 1",
  );
  const links = await makeLinks(["ownData"], { recipientEmail: email, templateData: mail?.data ?? {} }, undefined);
  if (typeof links === "string") throw new Error(links);
  return new URL(links.ownData).searchParams.get("token") ?? "";
}
const requestWith = (token: string) =>
  new Request("http://localhost/your-data/open", { headers: { cookie: openedCookie(token).split(";")[0] ?? "" } });

test("[V-COPY-6] every email gets the same response, and only one with stored data gets a mail", async () => {
  await new Applicant(database).start("held@mail.example");
  await database.query("insert into newsletter_subscribers (email) values ('reader@mail.example')");
  expect(await requestLink("nobody@mail.example")).toEqual([]);
  expect(await requestLink("HELD@mail.example")).toEqual(["HELD@mail.example"]);
  expect(await requestLink("reader@mail.example")).toContain("reader@mail.example");
  expect(await sendDataLink(from, "no address")).toMatchObject({ ok: false, reason: "invalid" });
});

test("[V-COPY-6] the limits of W-FAIL-4 apply: an email's sixth request within an hour is refused", async () => {
  for (let time = 0; time < 5; time++) expect(await sendDataLink(from, "a@mail.example")).toEqual({ ok: true });
  expect(await sendDataLink(from, "A@mail.example")).toMatchObject({ ok: false, reason: "limited" });
});

test("[V-COPY-6] the link works for 24 hours and opens only that email's applications, inquiries and newsletter", async () => {
  const applicant = new Applicant(database);
  const ownId = await applicant.start("nadege@mail.example");
  const otherId = await applicant.start("other@mail.example");
  const inquiry = await newInquiry();
  await database.query(
    "insert into newsletter_subscribers (email, confirmed_at) values ('nadege@mail.example', now())",
  );
  const token = await tokenFor("Nadege@mail.example");
  const email = await openedAddress(requestWith(token));
  expect(email?.toLowerCase()).toBe("nadege@mail.example");
  const opened = await readOpened(email ?? "");
  expect(opened.map(({ kind }) => kind)).toEqual(["application", "inquiry", "subscriber"]);
  expect(opened.map(({ id }) => id)).toEqual([ownId, inquiry, expect.any(String)]);
  expect(await copyFor(email ?? "", otherId)).toMatchObject({ ok: false });
  expect(await openedBy(`${token.slice(0, -4)}AAAA`)).toBeUndefined();
  await database.query("update data_links set created_at = now() - interval '24 hours 1 second'");
  expect(await openedAddress(requestWith(token))).toBeUndefined();
});

test("[V-COPY-6] records with the email in other capitals are included, applications and inquiries", async () => {
  const ownId = await new Applicant(database).start("Nadege@Mail.example");
  const inquiry = await newInquiry();
  await database.query("update visa_inquiries set email = 'Nadege@mail.example' where id = $1", [inquiry]);
  const opened = await readOpened((await openedAddress(requestWith(await tokenFor("nadege@MAIL.example")))) ?? "");
  expect(opened.map(({ kind, id }) => [kind, id])).toEqual(
    expect.arrayContaining([
      ["application", ownId],
      ["inquiry", inquiry],
    ]),
  );
});

test("[V-COPY-6, F-SAFE-15] copies of applications are made in the background, and of inquiries with their files at once, thirty times an hour", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.start("nadege@mail.example");
  const inquiry = await newInquiry();
  const file = await storedFile(null);
  await database.query("update documents set inquiry_id = $1, scan = 'infected', virus = 'Eicar' where id = $2", [
    inquiry,
    file.id,
  ]);
  const token = await tokenFor("nadege@mail.example");
  expect(await copyFor("nadege@mail.example", id)).toEqual({ ok: true });
  expect(await latestCopy(id)).toMatchObject({ state: "making" });
  const request = requestWith(token);
  const params = { kind: "inquiry", id: inquiry };
  const context = new RouterContextProvider();
  context.set(requestContext, { address: "203.0.113.5" } as RequestContext);
  const args = { params, url: new URL(request.url), context, pattern: "" };
  const files = filesIn(Buffer.from(await (await inquiryCopy({ request, ...args })).arrayBuffer()));
  expect(files.get("your-data.json")?.toString()).toContain("Nadège");
  expect(files.get("missing.txt")?.toString()).toContain("letter.pdf: removed: a virus was found (Eicar)");
  // [F-SAFE-15] Thirty an hour per IP, in total.
  const from = { address: "203.0.113.6", holder: "nadege@mail.example", of: "email" as const };
  for (let drawn = 1; drawn < 30; drawn++) expect(await refuseDrawing(from)).toBeUndefined();
  expect((await inquiryCopy({ request, ...args })).status).toBe(429);
  const otherRequest = new Request(request.url);
  await expect(inquiryCopy({ request: otherRequest, ...args })).rejects.toMatchObject({ init: { status: 404 } });
});

test("[V-COPY-5] a copy is found for its own application only, not for another one of the same email", async () => {
  const applicant = new Applicant(database);
  const [id, otherId] = [await applicant.start("nadege@mail.example"), await applicant.start("nadege@mail.example")];
  await copyFor("nadege@mail.example", id);
  const copy = (await latestCopy(id))?.id ?? "";
  expect(await findCopy(id, copy)).toMatchObject({ id: copy, applicationId: id });
  expect(await findCopy(otherId, copy)).toBeUndefined();
});

test("[V-COPY-6] erasure is requested for the checked items only, never for others' data, and can be cancelled", async () => {
  const applicant = new Applicant(database);
  const ownId = await applicant.start("nadege@mail.example");
  const otherId = await applicant.start("other@mail.example");
  expect(await eraseFor("nadege@mail.example", [], "")).toMatchObject({
    ok: false,
    message: "Please select what you want erased.",
  });
  expect(await eraseFor("nadege@mail.example", [ownId, otherId], "Because.")).toEqual({ ok: true });
  expect(await ownRequest({ kind: "application", id: ownId })).toMatchObject({ state: "asked" });
  expect(await ownRequest({ kind: "application", id: otherId })).toBeNull();
  expect(await takeBackFor("other@mail.example", ownId)).toMatchObject({ ok: false });
  expect(await takeBackFor("nadege@mail.example", ownId)).toEqual({ ok: true });
});

import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { registered } from "~/jobs/registry.server";
import { makeLinks } from "~/mail/links/make-links.server";
import { compose } from "~/mail/templates";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { runJob } from "../../../test/harness/in-process/jobs";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readLink } from "../../applications/access/resume.server";
import { registerAllLinks, sendAllLinks } from "./all-links.server";

const database = testDatabase();
beforeEach(async () => {
  for (const table of ["limit_counts", "email_notifications", "visa_applications", "pgboss.job"])
    await database.query(`delete from ${table}`);
});
if (!registered.has("applications.send-all-links")) registerAllLinks();

const from = { address: "203.0.113.9" };
const mails = () =>
  database.query<{ kind: string; to: string }>(
    "select email_type as kind, recipient_email as to from email_notifications",
  );
async function request(email: string) {
  const result = await sendAllLinks(from, email);
  for (const data of await database.enqueued("applications.send-all-links"))
    await runJob("applications.send-all-links", data);
  await database.query("delete from pgboss.job where name = 'applications.send-all-links'");
  return result;
}
const named = (first: string, last: string) => ({ metadata: { step1: { firstName: first, lastName: last } } });
const sender = { name: "Lucaya", email: "office@lucaya.test", phone: "", address: [] };

describe("a request for the links to all my applications", () => {
  test("[C-MINE-2] a known and an unknown email get the same response, and only the known one gets a mail", async () => {
    await draftOf(database, { user_email: "Family@mail.example" });
    expect(await request("nobody@mail.example")).toEqual({ ok: true });
    expect(await mails()).toEqual([]);
    expect(await request(" family@MAIL.example ")).toEqual({ ok: true });
    expect(await mails()).toEqual([{ kind: "all_links", to: "Family@mail.example" }]);
  });

  test("[C-MINE-2] an invalid email is refused at its field; a sixth request within an hour is limited", async () => {
    for (const rawEmail of ["", "family", "a@b", `${"x".repeat(250)}@mail.example`])
      expect(await sendAllLinks(from, rawEmail)).toMatchObject({ ok: false, reason: "invalid" });
    for (let time = 0; time < 5; time++) expect(await sendAllLinks(from, "a@mail.example")).toEqual({ ok: true });
    expect(await sendAllLinks(from, "A@mail.example")).toMatchObject({ ok: false, reason: "limited" });
  });

  test("[C-MINE-3, C-MINE-4] one mail has a separate link for each application, newest first, distinguished by name", async () => {
    const email = "rolle@mail.example";
    const child = await draftOf(database, {
      user_email: email,
      ...named("Ana", "Rolle"),
      created_at: "2026-11-01T15:00:00Z",
    });
    const parent = await draftOf(database, {
      user_email: email,
      ...submitted,
      ...named("Natasha", "Rolle"),
      created_at: "2026-11-03T15:00:00Z",
    });
    const unnamed = await draftOf(database, { user_email: email, created_at: "2026-11-02T15:00:00Z" });
    await draftOf(database, { user_email: "other@mail.example" });
    const links = await makeLinks(["all"], { recipientEmail: email }, undefined);
    if (typeof links === "string") throw new Error(links);
    expect(links.all.map(({ name }) => name)).toEqual(["Natasha Rolle", "", "Ana Rolle"]);
    const opened = await Promise.all(
      links.all.map(({ href }) => readLink(new URL(href).searchParams.get("token") ?? "")),
    );
    expect(opened.map((link) => ("found" in link ? link.found.application.id : link.state))).toEqual([
      parent.id,
      unnamed.id,
      child.id,
    ]);
    const letter = compose("all_links", { email }).letter(links, sender);
    const shown = letter.blocks.flatMap((block) => (block.is === "facts" ? block.rows : []));
    expect(shown.filter(({ label }) => label === "Applicant").map(({ value }) => value)).toEqual([
      "Natasha Rolle",
      "No name yet, started November 2, 2026",
      "Ana Rolle",
    ]);
  });

  test("[C-MINE-3] of 51 applications the newest 50 are linked, and an email without one gets no mail", async () => {
    await db.transaction(async () => {
      for (let n = 0; n < 51; n++) await draftOf(database, { user_email: "many@mail.example" });
    });
    const links = await makeLinks(["all"], { recipientEmail: "MANY@mail.example" }, undefined);
    expect(typeof links === "string" ? links : links.all.length).toBe(50);
    expect(await makeLinks(["all"], { recipientEmail: "none@mail.example" }, undefined)).toMatch(/^Not sent:/);
  });
});

import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { privateLink, sealedToken } from "~/mail/links/private-links.server";
import { emailHash } from "~/mail/refused-email.server";
import { browserWith, draftOf, linkTo, recordedOf, submitted } from "../../../../test/harness/in-process/draft";
import { pendingMail } from "../../../../test/harness/in-process/pending-mail";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { readNotMeLink, refuseByLink } from "../refuse-email.server";
import { enqueueLink, readLink } from "../resume.server";

const database = testDatabase();
const from = { address: "203.0.113.7" };
const tokenFor = ({ id, email }: { id: string; email: string }) =>
  new URL(privateLink("notMe", id, email)).searchParams.get("token") ?? "";
const expired = ({ id, email }: { id: string; email: string }) => sealedToken("not me", id, email, Date.now() - 1);

describe("[V-ATK-14] the link `This was not me`", () => {
  test("refusing removes the email and ends its links and mails; the browser that started the draft keeps access", async () => {
    const draft = await draftOf(database, { email_confirmed_at: new Date(), link_sent_at: new Date() });
    await browserWith(draft);
    const before = linkTo(draft);
    await db.transaction((tx) => enqueueLink(tx, draft.id));
    expect(await refuseByLink(from, tokenFor(draft))).toEqual({ ok: true });
    const [row] = await database.query(
      `select user_email as email, email_confirmed_at as confirmed, link_sent_at as sent, refused_email_hashes as refused,
         email_handled as handled, (select count(*)::int from application_holders where application_id = a.id) as holders
       from visa_applications a where id = $1`,
      [draft.id],
    );
    expect(row).toEqual({
      ...{ email: "", confirmed: null, sent: null, refused: [emailHash(draft.email)], holders: 1 },
      // Step 1 still says it: that is no new wish for it (N-EMAIL-5).
      handled: draft.email,
    });
    expect(await readLink(before)).toEqual({ state: "unknown" });
    expect(
      await database.query("select status from email_notifications where application_id = $1", [draft.id]),
    ).toEqual([{ status: "failed" }]);
    expect(await recordedOf(database, draft)).toMatchObject([
      {
        action: "email_refused_by_its_owner",
        details: { number: draft.number, status: "draft" },
        address: from.address,
      },
    ]);
  });

  test("refusing doesn’t stop mails to the office, whose address may be the same", async () => {
    const draft = await draftOf(database, submitted);
    const about = { application_id: draft.id };
    const [own, office] = [
      await pendingMail(database, "resume_link", draft.email.toUpperCase(), about),
      await pendingMail(database, "withdrawal_notification", draft.email, about),
    ];
    expect(await refuseByLink(from, tokenFor(draft))).toEqual({ ok: true });
    expect([await own(), await office()]).toMatchObject([[{ status: "failed" }], [{ status: "pending" }]]);
  });

  test("a refused email is remembered once", async () => {
    const draft = await draftOf(database, { refused_email_hashes: [emailHash("a@mail.example")] });
    for (let index = 0; index < 2; index++) {
      await database.query("update visa_applications set user_email = 'a@mail.example' where id = $1", [draft.id]);
      expect(await refuseByLink(from, tokenFor({ id: draft.id, email: "A@mail.example" }))).toEqual({ ok: true });
    }
    const [row] = await database.query("select refused_email_hashes as refused from visa_applications where id = $1", [
      draft.id,
    ]);
    expect(row).toEqual({ refused: [emailHash("a@mail.example")] });
  });

  test("refusing works for a submitted application too", async () => {
    const draft = await draftOf(database, submitted);
    expect(await refuseByLink(from, tokenFor(draft))).toEqual({ ok: true });
    expect(await recordedOf(database, draft)).toMatchObject([{ details: { status: "submitted" } }]);
  });

  test("an unknown link, an expired one and one for another email change nothing", async () => {
    const draft = await draftOf(database);
    const deletedDraft = { id: crypto.randomUUID(), email: draft.email };
    const otherEmail = { id: draft.id, email: "other@mail.example" };
    for (const token of ["", linkTo(draft), expired(draft), tokenFor(deletedDraft), tokenFor(otherEmail)])
      expect(await refuseByLink(from, token)).toMatchObject({ ok: false, reason: "not-found" });
    expect(await recordedOf(database, draft)).toEqual([]);
  });

  test("reading the link shows what it is about, changes nothing, and says when it has expired", async () => {
    const draft = await draftOf(database, { created_at: "2026-03-04T05:06:07Z" });
    expect(await readNotMeLink(tokenFor(draft))).toEqual({
      state: "good",
      number: draft.number,
      begun: { serviceName: null, at: "2026-03-04T05:06:07.000Z", browser: "Chrome on Android" },
    });
    expect(await readNotMeLink(expired(draft))).toEqual({ state: "expired" });
    const deletedDraft = { id: crypto.randomUUID(), email: draft.email };
    for (const token of ["", linkTo(draft), tokenFor(deletedDraft), expired({ ...draft, email: "other@mail.example" })])
      expect(await readNotMeLink(token)).toEqual({ state: "unknown" });
    expect(await refuseByLink(from, tokenFor(draft))).toEqual({ ok: true });
    expect(await readNotMeLink(tokenFor(draft))).toEqual({ state: "unknown" });
  });
});

import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { emailNotifications } from "~/db/schema/mail";
import { sealedToken } from "~/mail/links/private-links.server";
import { enqueueAgain, enqueueMail } from "~/mail/outbox.server";
import { browserWith, linkTo, mailsOf, recordedOf, submitted } from "../../../../../test/harness/in-process/draft";
import {
  addressIn,
  heldDraft,
  holdersOf,
  newAddress,
  tokenOf,
} from "../../../../../test/harness/in-process/email-change";
import { pendingMail } from "../../../../../test/harness/in-process/pending-mail";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { followLink } from "../../follow-link.server";
import { grantHolder } from "../../holder.server";
import { openByEmail, readLink } from "../../resume.server";
import { requestEmailChange, requestEmailChangeAsStaff } from "../ask.server";
import { confirmChange, readChange } from "../confirm.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

const requester = { address: "198.51.100.4" };
const confirmedSince = { email_confirmed_at: new Date() };
const day = 86_400_000;

/** An application with a change that waits, asked for by the browser that came in by a link. */
async function pendingChange(columns: Record<string, unknown> = {}) {
  const fixture = await heldDraft(database, columns);
  const email = newAddress();
  await requestEmailChange(fixture.context, fixture.draft.id, email);
  return { ...fixture, email, token: await tokenOf(database, fixture.draft.id) };
}

describe("the link of an email change", () => {
  test.each([{}, confirmedSince, submitted])(
    "[N-EMAIL-6] viewing the link changes nothing, and its button changes the email: %j",
    async (columns) => {
      const { draft, email, token } = await pendingChange(columns);
      for (let times = 0; times < 3; times++) expect(await readChange(token)).toEqual({ number: draft.number, email });
      expect((await addressIn(database, draft.id)).email).toBe(draft.email);
      expect(await confirmChange(requester, token)).toEqual({ ok: true, id: draft.id });
      expect(await addressIn(database, draft.id)).toMatchObject({ email, confirmed: true, waits: null });
    },
  );

  test("[N-EMAIL-7] a link works once, for a week, and only for its application and change", async () => {
    const { draft, email, token } = await pendingChange();
    const [{ secret } = { secret: "" }] = await database.query<{ secret: string }>(
      "select secret from application_email_changes where application_id = $1",
      [draft.id],
    );
    const otherChange = await pendingChange();
    const of = (purpose: string, id: string, expires: number) => sealedToken(purpose, id, secret, expires);
    for (const wrong of [
      "",
      "no token",
      of("email change", draft.id, Date.now() - 1),
      of("email change", otherChange.draft.id, Date.now() + day),
      of("resume", draft.id, Date.now() + day),
      linkTo(draft),
    ]) {
      expect(await readChange(wrong)).toBeUndefined();
      expect(await confirmChange(requester, wrong)).toMatchObject({ ok: false, reason: "not-found" });
    }
    expect((await addressIn(database, draft.id)).email).toBe(draft.email);
    expect(Buffer.from(token, "base64url").readUIntBE(16, 6) - Date.now()).toBeGreaterThan(7 * day - 60_000);
    expect(Buffer.from(token, "base64url").readUIntBE(16, 6) - Date.now()).toBeLessThanOrEqual(7 * day);
    expect(await confirmChange(requester, token)).toMatchObject({ ok: true });
    expect(await confirmChange(requester, token)).toMatchObject({ ok: false, reason: "not-found" });
    expect((await addressIn(database, draft.id)).email).toBe(email);
  });

  test("[N-EMAIL-8] a link used fifty times at once changes the email once and notifies the old email once", async () => {
    const { draft, email, token } = await pendingChange();
    const all = await Promise.all(Array.from({ length: 50 }, () => confirmChange(requester, token)));
    expect(all.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await mailsOf(database, draft)).toEqual([`email_change to ${email}`, `email_changed to ${draft.email}`]);
    expect((await recordedOf(database, draft)).map(({ action }) => action)).toEqual([
      "email_change_asked",
      "email_changed",
    ]);
  });

  test("[N-EMAIL-9, N-EMAIL-13] the change is recorded for the applicant, or for the admin who corrected it, without the email", async () => {
    const { draft, email, token } = await pendingChange();
    await confirmChange(requester, token);
    expect((await recordedOf(database, draft))[1]).toEqual({
      action: "email_changed",
      details: { number: draft.number, by: "applicant", browsersEnded: 0 },
      address: requester.address,
      browser: null,
      admin: null,
    });
    const staff = await staffMember(database, "regular_admin");
    const next = newAddress();
    await requestEmailChangeAsStaff(staff, { applicationId: draft.id, email: next });
    await confirmChange(requester, await tokenOf(database, draft.id));
    const records = await recordedOf(database, draft);
    expect(records[3]).toMatchObject({
      action: "email_changed",
      details: { by: "staff" },
      admin: staff.staff.email,
      address: null,
    });
    for (const address of [draft.email, email, next]) expect(JSON.stringify(records)).not.toContain(address);
  });
});

describe("access after an email change", () => {
  test("[N-EMAIL-11] the browser that started the application and the one that requested the change keep access; others lose it", async () => {
    const { draft, came, began, token } = await pendingChange(confirmedSince);
    const otherBrowser = await browserWith(draft);
    expect(await confirmChange(requester, token)).toMatchObject({ ok: true });
    const left = await holdersOf(database, draft.id);
    expect(left.toSorted()).toEqual([came.holder, began.holder].toSorted());
    expect(left).not.toContain(otherBrowser.holder);
    expect((await recordedOf(database, draft))[1]).toMatchObject({ details: { browsersEnded: 1 } });
  });

  test("[N-EMAIL-11] both browsers keep access if a link gave them a new token meanwhile, and lose it if they were ended", async () => {
    const { draft, came, began, token } = await pendingChange(confirmedSince);
    const stays = async (cookie: string) => {
      const followed = await followLink({ ...requester, browser: "Safari on iOS", cookie }, linkTo(draft), undefined);
      return followed.ok ? (followed.opened?.cookie.split(";")[0] ?? "") : "";
    };
    const again = await stays(came.cookie);
    expect(again).not.toBe(came.cookie);
    await stays(began.cookie);
    await confirmChange(requester, token);
    expect(await holdersOf(database, draft.id)).toHaveLength(2);

    const endedChange = await pendingChange(confirmedSince);
    await database.query("delete from application_holders where token_hash = $1", [endedChange.began.holder]);
    const { cookie } = await browserWith(endedChange.draft);
    const back = await followLink({ ...requester, browser: "", cookie }, linkTo(endedChange.draft), undefined);
    expect(back.ok).toBe(true);
    await confirmChange(requester, endedChange.token);
    expect(await holdersOf(database, endedChange.draft.id)).toEqual([endedChange.came.holder]);
  });

  test("[N-EMAIL-11] the starting browser loses access if its cookie has expired", async () => {
    const { draft, began, came, token } = await pendingChange(confirmedSince);
    await database.query(
      "update application_holders set expires_at = now() - interval '1 second' where token_hash = $1",
      [began.holder],
    );
    await grantHolder(db, draft.id, "", { instead: began.holder });
    await confirmChange(requester, token);
    expect(await holdersOf(database, draft.id)).toEqual([came.holder]);
  });

  test("[N-EMAIL-11] links mailed before the change open nothing", async () => {
    const { draft, token } = await pendingChange(confirmedSince);
    const before = linkTo(draft);
    await confirmChange(requester, token);
    expect((await readLink(before)).state).toBe("expired");
    expect(await followLink({ ...requester, browser: "", cookie: "" }, before, "keep")).toMatchObject({ ok: false });
    expect((await addressIn(database, draft.id)).token).not.toBe(draft.token);
  });

  test("[N-EMAIL-11, N-EMAIL-12] entering the id with the old or the new email opens nothing, as the old mailbox's owner knows the id", async () => {
    const { draft, email } = await (async () => {
      const { draft, began, starter } = await heldDraft(database, confirmedSince);
      await database.query("delete from application_holders where application_id = $1 and token_hash <> $2", [
        draft.id,
        began.holder,
      ]);
      const email = newAddress();
      await requestEmailChange(starter, draft.id, email);
      return { draft, email };
    })();
    const open = (address: string) => openByEmail({ ...requester, browser: "" }, draft.id, address);
    expect(await open(email)).toMatchObject({ ok: false, reason: "invalid" });
    await confirmChange(requester, await tokenOf(database, draft.id));
    for (const address of [draft.email, email])
      expect(await open(address)).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await addressIn(database, draft.id)).toMatchObject({ byLink: true });
    const link = linkTo({ id: draft.id, token: (await addressIn(database, draft.id)).token });
    expect(await followLink({ ...requester, browser: "", cookie: "" }, link, undefined)).toMatchObject({ ok: true });
  });
});

describe("mails of an application whose email changed", () => {
  const mail = (draft: { id: string; email: string; number: string }) => ({
    kind: "resume_link" as const,
    ...{ to: draft.email, toName: "", applicationId: draft.id },
    data: { name: "", email: draft.email, applicationNumber: draft.number, serviceName: null },
  });

  test("[N-EMAIL-6, N-EMAIL-11] queued mails go to the new email, and so does a mail that staff send again", async () => {
    const { draft, email, token } = await pendingChange(confirmedSince);
    const waiting = await db.transaction((tx) => enqueueMail(tx, mail(draft)));
    const sent = await db.transaction((tx) => enqueueMail(tx, mail(draft)));
    await database.query("update email_notifications set status = 'sent' where id = $1", [sent]);
    await confirmChange(requester, token);
    const to = async (id: string | undefined) =>
      (
        await database.query<{ to: string }>('select recipient_email as "to" from email_notifications where id = $1', [
          id,
        ])
      )[0]?.to;
    expect([await to(waiting), await to(sent)]).toEqual([email, draft.email]);
    const again = await db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(emailNotifications)
        .where(eq(emailNotifications.id, sent ?? ""));
      if (!row) throw new Error("no mail");
      return enqueueAgain(tx, row);
    });
    expect(await to(again)).toBe(email);
  });

  test("[N-EMAIL-6] queued mails to the office and the notice to a former email keep their recipient", async () => {
    const { draft, token } = await pendingChange(confirmedSince);
    const recipients = [];
    for (const kind of ["withdrawal_notification", "email_changed"])
      recipients.push(await pendingMail(database, kind, draft.email, { application_id: draft.id }));
    await confirmChange(requester, token);
    for (const recipient of recipients) expect(await recipient()).toMatchObject([{ to: draft.email }]);
  });
});

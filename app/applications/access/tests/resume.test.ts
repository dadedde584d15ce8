import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { registered } from "~/jobs/registry.server";
import { sealedToken } from "~/mail/links/private-links.server";
import { draftOf, linkTo, mailsOf, submitted } from "../../../../test/harness/in-process/draft";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import {
  checkResumeLimit,
  enqueueLink,
  leaveApplication,
  openByEmail,
  opensByLinkOnly,
  readLink,
  registerLinks,
  sendFreshLinks,
} from "../resume.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));
registerLinks();

const visitor = { address: "203.0.113.7", browser: "Safari on iOS" };
const confirmed = { email_confirmed_at: new Date() };

describe("[W-RESUME-8] reading a resume link", () => {
  test("a link opens its application until it expires or is ended", async () => {
    const draft = await draftOf(database);
    const [soon, late] = [Date.now() + 60_000, Date.now() - 1];
    const stateOf = async (token: string) => {
      const link = await readLink(token);
      return [link.state, "found" in link ? link.found.application.id : undefined];
    };
    expect(await stateOf(linkTo(draft))).toEqual(["good", draft.id]);
    expect(await stateOf(sealedToken("resume", draft.id, draft.token, soon))).toEqual(["good", draft.id]);
    expect(await stateOf(sealedToken("resume", draft.id, draft.token, late))).toEqual(["expired", draft.id]);
    await database.query("update visa_applications set resume_token = gen_random_uuid() where id = $1", [draft.id]);
    expect(await stateOf(linkTo(draft)), "[V-ATK-16] ended before its time").toEqual(["expired", draft.id]);
  });

  test("a forged link, one of a deleted application and one to a refused email reveal nothing", async () => {
    const draft = await draftOf(database);
    const token = linkTo(draft);
    const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    for (const unknown of ["", forged, linkTo({ id: crypto.randomUUID(), token: draft.token })])
      expect(await readLink(unknown)).toEqual({ state: "unknown" });
    await database.query("update visa_applications set user_email = '' where id = $1", [draft.id]);
    expect(await readLink(token)).toEqual({ state: "unknown" });
  });
});

test.each([
  ["a draft whose email is confirmed", {}, false],
  ["a draft whose email is not confirmed", { emailConfirmedAt: null }, true],
  ["a draft whose email was refused", { userEmail: "" }, true],
  ["a draft whose other browsers were ended", { opensByLinkOnly: true }, true],
  ["a submitted application", { status: "submitted" }, true],
  ["a withdrawn application", { status: "withdrawn" }, true],
] as const)("[V-ATK-12, V-ATK-15, V-ATK-17] %s is checked for opening by its link only", (_, columns, linkOnly) => {
  const draft = { status: "draft", userEmail: "a@b.cd", emailConfirmedAt: new Date(), opensByLinkOnly: false } as const;
  expect(opensByLinkOnly({ ...draft, ...columns })).toBe(linkOnly);
});

describe("[W-RESUME-2] opening by id and email", () => {
  test("id and email open a draft, in any spelling of the email", async () => {
    const draft = await draftOf(database, { ...confirmed, user_email: "Ana@Mail.example" });
    const shared = await openByEmail({ ...visitor, shared: true }, draft.id, draft.email);
    expect(shared, "[N-LINE-2] until the browser is closed").toMatchObject({
      cookie: expect.stringMatching(/~shared; Path=\/; HttpOnly; SameSite=Lax$/),
    });
    await database.query("delete from application_holders where application_id = $1", [draft.id]);
    const opened = await openByEmail(visitor, draft.id, " ana@mail.EXAMPLE ");
    expect(opened).toMatchObject({ ok: true, cookie: expect.stringContaining(`application-${draft.id}=`) });
    expect(
      await database.query("select browser from application_holders where application_id = $1", [draft.id]),
    ).toEqual([{ browser: visitor.browser }]);
  });

  test("a wrong email opens nothing and doesn't reveal that the application exists", async () => {
    const draft = await draftOf(database, confirmed);
    const wrong = await openByEmail(visitor, draft.id, "other@mail.example");
    expect(wrong).toMatchObject({ ok: false, reason: "invalid" });
    expect(await openByEmail(visitor, crypto.randomUUID(), draft.email)).toEqual(wrong);
    expect(await openByEmail(visitor, draft.id, "")).toEqual(wrong);
  });

  test("an application that opens by link only can't be opened with any email", async () => {
    for (const columns of [{}, { ...confirmed, ...submitted }, { ...confirmed, user_email: "" }]) {
      const draft = await draftOf(database, columns);
      for (const email of [draft.email, "other@mail.example"])
        expect(await openByEmail(visitor, draft.id, email)).toMatchObject({ ok: false, reason: "forbidden" });
    }
  });

  test("opening can be tried five times an hour per application and 20 times per IP", async () => {
    const draft = await draftOf(database, confirmed);
    const tries = (id: string) => openByEmail(visitor, id, "other@mail.example");
    for (let index = 0; index < 5; index++) expect(await tries(draft.id)).toMatchObject({ reason: "invalid" });
    expect(await tries(draft.id)).toMatchObject({ reason: "limited" });
    for (let position = 6; position < 20; position++)
      expect(await tries(crypto.randomUUID())).toMatchObject({ reason: "invalid" });
    expect(await checkResumeLimit(visitor.address)).toMatchObject({ allowed: false, count: 20 });
    expect(await tries(crypto.randomUUID())).toMatchObject({ reason: "limited" });
    const [window] = await database.query(
      "select distinct round(extract(epoch from window_ends - now()) / 60)::int as minutes from limit_counts",
    );
    expect(window).toEqual({ minutes: 60 });
  });
});

describe("[W-RESUME-6, W-RESUME-7] a requested link", () => {
  const enqueuedFor = async (input: string) => {
    const before = await database.enqueued("applications.send-links");
    expect(await sendFreshLinks(visitor, input)).toEqual({ ok: true });
    return (await database.enqueued("applications.send-links")).slice(before.length);
  };
  const answer = async (input: string) => registered.get("applications.send-links")?.run({ asked: input }, {} as never);

  test("every valid request gets the same response and is queued; text that can't be an id, number or email is refused", async () => {
    const id = crypto.randomUUID();
    expect(await enqueuedFor(` ${id} `)).toEqual([{ asked: id }]);
    expect(await enqueuedFor("nobody@mail.example")).toEqual([{ asked: "nobody@mail.example" }]);
    for (const nothing of ["", "hello", "BV26-0000-0001", `${"a".repeat(300)}@mail.example`])
      expect(await sendFreshLinks(visitor, nothing)).toMatchObject({ ok: false, reason: "invalid" });
  });

  test("a link requested by number or id goes to the email on file", async () => {
    const draft = await draftOf(database);
    const spoken = draft.number.toLowerCase().replaceAll("-", " ");
    expect(await enqueuedFor(spoken)).toEqual([{ asked: draft.number }]);
    await answer(draft.number);
    expect(await mailsOf(database, draft)).toEqual([`resume_link to ${draft.email}`]);
    const otherDraft = await draftOf(database);
    await answer(otherDraft.id);
    expect(await mailsOf(database, otherDraft)).toEqual([`resume_link to ${otherDraft.email}`]);
  });

  test("a link requested by email goes there for its newest five applications", async () => {
    const email = "many@mail.example";
    const drafts = [];
    for (let age = 0; age < 6; age++)
      drafts.push(
        await draftOf(database, { user_email: "Many@mail.example", created_at: new Date(Date.now() - age * 1000) }),
      );
    await answer(email.toUpperCase());
    const sent = await Promise.all(drafts.map(async (draft) => (await mailsOf(database, draft)).length));
    expect(sent).toEqual([1, 1, 1, 1, 1, 0]);
  });

  test("no mail is sent without a matching application or an email", async () => {
    const draft = await draftOf(database, { user_email: "" });
    for (const unknown of [crypto.randomUUID(), "nobody@mail.example", draft.id]) await answer(unknown);
    expect(await mailsOf(database, draft)).toEqual([]);
  });

  test("a link can be requested five times an hour, counting all spellings of a number together", async () => {
    const { number } = await draftOf(database);
    for (const spelled of [number, number.toLowerCase(), number.replaceAll("-", ""), ` ${number}`, number])
      expect(await sendFreshLinks(visitor, spelled)).toEqual({ ok: true });
    expect(await sendFreshLinks(visitor, number)).toMatchObject({ ok: false, reason: "limited" });
  });
});

describe("[W-RESUME-6] the mail with the link", () => {
  const sentAgo = (id: string) =>
    database.query<{ ago: number | null }>(
      "select round(extract(epoch from now() - link_sent_at))::int as ago from visa_applications where id = $1",
      [id],
    );
  const dayAgo = (minutes: number) => new Date(Date.now() - (24 * 60 + minutes) * 60_000);

  test("the mail names the applicant, the application and its service", async () => {
    const [service] = await database.query<{ id: string; name: string }>(
      "select id, service_name as name from visa_services order by slug limit 1",
    );
    const metadata = { step1: { firstName: "Ana", lastName: "Bowe" } };
    const draft = await draftOf(database, { ...submitted, visa_service_id: service?.id, metadata });
    await db.transaction((tx) => enqueueLink(tx, draft.id));
    const [mail] = await database.query(
      "select template_data as data, recipient_name as name from email_notifications where application_id = $1",
      [draft.id],
    );
    expect(mail).toEqual({
      name: "Ana Bowe",
      data: {
        name: "Ana Bowe",
        email: draft.email,
        applicationNumber: draft.number,
        serviceName: service?.name,
        submittedAt: submitted.submitted_at.toISOString(),
        ended: null,
      },
    });
    expect((await sentAgo(draft.id))[0]?.ago).toBeLessThan(60);
  });

  test("Save & Exit sends the mail if none was sent for a day", async () => {
    const never = await draftOf(database);
    const long = await draftOf(database, { link_sent_at: dayAgo(1) });
    const lately = await draftOf(database, { link_sent_at: dayAgo(-1) });
    for (const { id } of [never, long, lately]) await leaveApplication(id);
    expect(await mailsOf(database, never)).toHaveLength(1);
    expect(await mailsOf(database, long)).toHaveLength(1);
    expect(await mailsOf(database, lately)).toEqual([]);
    await db.transaction((tx) => enqueueLink(tx, lately.id));
    expect(await mailsOf(database, lately), "asked for, it goes out in any case").toHaveLength(1);
  });

  test("[V-ATK-20] the mail counts as caused by others unless its confirmed owner leaves the application", async () => {
    const counted = async (columns: Record<string, unknown>, send: (id: string) => Promise<unknown>) => {
      const draft = await draftOf(database, columns);
      await send(draft.id);
      const [row] = await database.query(
        "select due_at is not null as counted from email_notifications where application_id = $1",
        [draft.id],
      );
      return row?.counted;
    };
    const sendLink = (id: string) => db.transaction((tx) => enqueueLink(tx, id));
    expect(await counted(confirmed, leaveApplication)).toBe(false);
    expect(await counted({}, leaveApplication)).toBe(true);
    expect(await counted(confirmed, sendLink)).toBe(true);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { pdfFile } from "../../harness/applicants/uploads";
import { signIn } from "../../harness/desk/desk";
import { mailsTo } from "../../harness/fakes/mails";
import { HttpClient, until } from "../../harness/http-client";
import { wake } from "../../harness/queue";
import { inside, screenOf } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();
const desk = await signIn(app);
beforeEach(() => app.query("delete from limit_counts"));

let people = 0;
/** A submitted application and a browser with access; its steps don't matter here. */
async function aCase() {
  const holder = new HttpClient(app);
  const email = `writer${++people}@mail.test`;
  const id = await holder.start(email);
  await app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
  return { holder, email, id, page: `/apply/${id}`, case: `/admin/applications/${id}` };
}

function form(text: string, files: File[] = [], more: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ attempt: crypto.randomUUID(), intent: "send", text, ...more }))
    body.set(name, value);
  for (const file of files) body.append("file", file);
  return body;
}
const exe = () => new File(["x".repeat(2000)], "tool.exe");
const seen = async (client: HttpClient, path: string) => screenOf(await (await client.get(path)).text());
/** The text of each message, newest first. */
const messagesOn = (screen: ReturnType<typeof screenOf>) =>
  screen.queryByRole("list", { name: "Messages, newest first" }) === null
    ? []
    : screen
        .getAllByRole("list", { name: /essages, newest first$/ })
        .flatMap((list) => [...list.children].map((item) => inside(item as HTMLElement).words));
const stored = (id: string) =>
  app.query<{ body: string; side: string }>(
    "select body, side from case_messages where application_id = $1 order by created_at",
    [id],
  );

describe("messages without JavaScript", () => {
  test("[C-MSG-1, C-MSG-4, C-BOTH-1] applicant and staff write messages, which are shown exactly as typed", async () => {
    const { holder, id, ...at } = await aCase();
    const message = 'First line\n<img src=x onerror="alert(1)"> & https://evil.example';
    const sent = await holder.post(`${at.page}/messages`, form(message, [pdfFile("a copy.pdf")]));
    expect([sent.status, sent.headers.get("location")]).toEqual([302, `${at.page}#messages`]);
    const answered = await desk.post(`${at.case}/messages`, form("<b>Thank you</b>"));
    expect([answered.status, answered.headers.get("location")]).toEqual([302, `${at.case}#messages`]);
    for (const [client, path, names] of [
      [holder, at.page, ["Lucaya", "You"]],
      [desk, at.case, ["desk@lucaya.example", "Applicant"]],
    ] as const) {
      const screen = await seen(client, path);
      const [second, first] = messagesOn(screen);
      expect(second).toContain("<b>Thank you</b>");
      expect(first).toContain('<img src=x onerror="alert(1)"> & https://evil.example');
      expect([second?.startsWith(names[0] ?? ""), first?.startsWith(names[1] ?? "")]).toEqual([true, true]);
      const link = inside(screen.getByRole("region", { name: "Messages" })).getByRole("link", { name: "a copy.pdf" });
      expect((await client.get(link.getAttribute("href") ?? "")).status).toBe(200);
      expect(screen.element.querySelector("img[src=x]")).toBeNull();
    }
  });

  test("[C-MSG-2, C-MSG-3, C-BOTH-1] a refused message is shown again with its text, its valid file and the reasons", async () => {
    const { holder, id, ...at } = await aCase();
    for (const [client, path] of [
      [holder, `${at.page}/messages`],
      [desk, `${at.case}/messages`],
    ] as const) {
      const good = client === desk ? "of-the-desk.pdf" : "good.pdf";
      const again = await client.post(path, form("Please see both", [pdfFile(good), exe()]));
      expect(again.status).toBe(422);
      const screen = screenOf(await again.text());
      expect((screen.getByRole("textbox", { name: /^(Your|New) message$/ }) as HTMLTextAreaElement).value).toBe(
        "Please see both",
      );
      expect(screen.words).toContain("tool.exe: File type .exe is not allowed.");
      const draft = screen.element.querySelector<HTMLInputElement>('input[name="draft"]')?.value ?? "";
      expect(screen.getByRole("button", { name: `Remove ${good}` })).toBeTruthy();
      // The other side doesn't see it, and can't open it.
      const [reader, readerPage] = client === desk ? [holder, at.page] : [desk, at.case];
      expect((await seen(reader, readerPage)).words).not.toContain(good);
      expect((await reader.get(`/documents/${draft}`)).status).toBe(404);
      expect((await client.get(`/documents/${draft}`)).status).toBe(200);
      const sent = await client.post(path, form("Please see both", [], { draft }));
      expect(sent.status).toBe(302);
      expect((await reader.get(`/documents/${draft}`)).status).toBe(200);
    }
    expect(await stored(id)).toHaveLength(2);
    const empty = screenOf(await (await holder.post(`${at.page}/messages`, form(" "))).text());
    expect(empty.words).toContain("Write a message or add a file.");
    const long = screenOf(await (await holder.post(`${at.page}/messages`, form("x".repeat(5120)))).text());
    expect(long.words).toContain("Please use at most 5,000 characters; this has 5,120.");
    expect((long.getByRole("textbox", { name: "Your message" }) as HTMLTextAreaElement).value).toBe("x".repeat(5120));
  });

  test("[C-MSG-14] a message over the limit gets 429, and its text stays in the form", async () => {
    const { holder, ...at } = await aCase();
    for (let n = 0; n < 30; n++) expect((await holder.post(`${at.page}/messages`, form(`${n}`))).status).toBe(302);
    const refused = await holder.post(`${at.page}/messages`, form("One more"));
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    const screen = screenOf(await refused.text());
    expect(screen.words).toContain("Too many messages were sent for this application. Please try again in an hour.");
    expect((screen.getByRole("textbox", { name: "Your message" }) as HTMLTextAreaElement).value).toBe("One more");
  });

  test("[C-MSG-13] each of 500 messages can be reached through Earlier messages", async () => {
    const { holder, id, ...at } = await aCase();
    await app.query(
      `insert into case_messages (application_id, side, body, created_at)
       select $1, 'office', 'No. ' || n || '.', now() - make_interval(mins => 500 - n) from generate_series(1, 500) n`,
      [id],
    );
    for (const [client, path] of [
      [holder, at.page],
      [desk, at.case],
    ] as const) {
      const numbers: string[] = [];
      let next: string | null = path;
      while (next) {
        const screen: ReturnType<typeof screenOf> = await seen(client, next);
        const shown = messagesOn(screen).map((text) => /No\. \d+/.exec(text)?.[0] ?? "");
        expect(shown).toHaveLength(50);
        numbers.push(...shown);
        next = screen.queryByRole("link", { name: "Earlier messages" })?.getAttribute("href") ?? null;
      }
      expect(numbers).toEqual(Array.from({ length: 500 }, (_, n) => `No. ${500 - n}`));
    }
  });

  test("[C-MSG-10] a saved reply is inserted after the typed text, and a message with an unfilled placeholder is refused", async () => {
    const { holder: _, ...at } = await aCase();
    const reply = crypto.randomUUID();
    const text = "We meet at your [appointment].";
    expect((await desk.post("/admin/replies", { reply, title: "Meeting", body: text, intent: "save" })).status).toBe(
      302,
    );
    const insertedScreen = screenOf(
      await (await desk.post(`${at.case}/messages`, form("Good day.", [], { saved: reply, intent: "insert" }))).text(),
    );
    const textarea = insertedScreen.getByRole("textbox", { name: "New message" }) as HTMLTextAreaElement;
    expect(textarea.value).toBe(`Good day.\n\n${text}`);
    const refused = await desk.post(`${at.case}/messages`, form(textarea.value));
    expect(refused.status).toBe(422);
    expect(screenOf(await refused.text()).words).toContain("There is still a gap in your message: [appointment].");
    await desk.post("/admin/replies", { reply, intent: "delete" });
  });

  test("[C-MSG-8] the dashboard counts the cases with an overdue reply and links to exactly these", async () => {
    const [late, inTime] = [await aCase(), await aCase()];
    for (const { holder, page } of [late, inTime]) await holder.post(`${page}/messages`, form("When?"));
    await app.query("update case_messages set answer_by = now() - interval '1 minute' where application_id = $1", [
      late.id,
    ]);
    const link = (await seen(desk, "/admin")).getByRole("link", {
      name: "1 case has an overdue reply",
    });
    const listed = await (await desk.get(link.getAttribute("href") ?? "")).text();
    expect([listed.includes(late.id), listed.includes(inTime.id)]).toEqual([true, false]);
    const done = await desk.post(`${late.case}/messages`, { intent: "no-answer" });
    expect(done.status).toBe(302);
    expect((await seen(desk, "/admin")).queryByRole("link", { name: /overdue reply/ })).toBeNull();
  });
});

describe("read receipts of messages", () => {
  test("[C-MSG-9, C-MSG-7] a message is marked as read when staff open the page, and not by a prefetch or another visitor", async () => {
    const { holder, id, ...at } = await aCase();
    await holder.post(`${at.page}/messages`, form("When?"));
    const readAt = async () =>
      (
        await app.query<{ at: Date | null }>("select read_at as at from case_messages where application_id = $1", [id])
      )[0]?.at;
    await desk.get(at.case, { "sec-purpose": "prefetch" });
    await desk.send(at.case, { method: "HEAD" });
    await new HttpClient(app).get(at.case);
    await holder.get(at.page);
    expect(await readAt()).toBeNull();
    expect(messagesOn(await seen(holder, at.page))[0]).toMatch(/We’ll answer by \w+, \w+ \d+, \d+ pm in Nassau\.$/);
    await desk.get(at.case);
    expect(await readAt()).not.toBeNull();
    expect(messagesOn(await seen(holder, at.page))[0]).toMatch(/Read \w+ \d+, 2\d{3}, \d+:\d\d\s[AP]M Nassau time$/);
  });
});

describe("access to messages", () => {
  test("[C-BOTH-4] a stranger and the holder of another application can neither see nor change the messages", async () => {
    const { holder, id, ...at } = await aCase();
    await holder.post(`${at.page}/messages`, form("Only for you", [pdfFile("mine.pdf")]));
    const otherCase = await aCase();
    for (const otherUser of [new HttpClient(app), otherCase.holder]) {
      expect((await seen(otherUser, at.page)).words).not.toContain("Only for you");
      for (const path of [`${at.page}/messages`, `${at.page}/messages?before=${crypto.randomUUID()}`])
        expect((await otherUser.get(path)).headers.get("location")).toBe(at.page);
      expect((await otherUser.post(`${at.page}/messages`, form("x"))).headers.get("location")).toBe(at.page);
      expect((await otherUser.post(`${at.page}/messages/send`, form("x"))).status).toBe(403);
      const [file] = await app.query<{ id: string }>("select id from documents where application_id = $1", [id]);
      expect((await otherUser.get(`/documents/${file?.id}`)).status).toBe(404);
    }
    expect(await stored(id)).toHaveLength(1);
  });
});

describe("mails and log of messages", () => {
  test("[C-MSG-4, C-MSG-5, C-MSG-6] each side gets one mail with the texts as typed, and no text appears in the log", async () => {
    const { holder, email, id, ...at } = await aCase();
    await holder.post(`${at.page}/messages`, form("A <b>question</b>\nof MARKEDWORD", [pdfFile("MARKEDFILE.pdf")]));
    await desk.post(`${at.case}/messages`, form("One answer\nin <i>two</i> lines"));
    await desk.post(`${at.case}/messages`, form("And another"));
    await app.query(
      "update case_messages set mail_due_at = mail_due_at - interval '5 minutes' where application_id = $1",
      [id],
    );
    await app.query(
      "update pgboss.job set start_after = now() where name = 'case.mail-messages' and state = 'created'",
    );
    await wake(app, "case.mail-messages");
    const [toApplicant] = await mailsTo(app, email, "case_message", 1);
    const text = toApplicant?.text ?? "";
    expect(text).toContain("One answer\n  in <i>two</i> lines");
    expect(text.indexOf("One answer")).toBeLessThan(text.indexOf("And another"));
    expect(toApplicant?.html).toContain("&lt;i&gt;two&lt;/i&gt;");
    expect(text.replace(/\s+/g, " ")).toContain(
      "Please don’t reply to this email: replies don’t reach your case. Write to us on your application page instead.",
    );
    const office = await until("the office's mail", async () => {
      const rows = await app.query<{ to: string }>(
        `select recipient_email as to from email_notifications
         where application_id = $1 and email_type = 'case_message_notification'`,
        [id],
      );
      return rows[0];
    });
    const toOffice = await until("the office's mail", async () =>
      (await mailsTo(app, office.to, "case_message_notification", 1)).find(({ text }) => text?.includes("MARKEDWORD")),
    );
    expect(toOffice?.text).toContain("With 1 file.");
    expect(toOffice?.text).toContain("A <b>question</b>");
    for (const mail of [toApplicant, toOffice]) expect(mail?.attachments).toEqual([]);
    expect(app.output()).not.toMatch(/MARKEDWORD|MARKEDFILE/);
  });
});

import { describe, expect, test } from "vitest";
import { pdfFile } from "../harness/applicants/uploads";
import { inquirer, send } from "../harness/desk/inquirer";
import { type Fields, form, HttpClient, until } from "../harness/http-client";
import { queueIsDone } from "../harness/queue";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

let people = 0;
const newEmail = () => `limit${++people}@mail.example`;
const newAttempt = () => crypto.randomUUID();
/** Another browser with the same IP. */
function neighbour(of: HttpClient) {
  const client = new HttpClient(app);
  Object.assign(client, { address: of.address });
  return client;
}

type SendRequest = (number: number) => Promise<Response>;
/** Requests until it is refused: returns how many succeeded, and the refusal. */
async function exhaust(max: number, sendRequest: SendRequest) {
  for (let passed = 0; passed <= max; passed++) {
    const response = await sendRequest(passed);
    if (response.status === 429) return { passed, answer: response };
    await response.arrayBuffer();
  }
  throw new Error(`More than ${max} were let pass`);
}

/** 429 with the seconds to wait, at most `max`, and a message. */
async function expectRefusal(response: Response, pattern: RegExp, maxWait: number) {
  expect(response.status).toBe(429);
  const wait = Number(response.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(maxWait);
  expect(await response.text()).toMatch(pattern);
}

const hour = 3600;
const start = (client: HttpClient, email: string) =>
  client.post("/apply", { email, terms: "yes", attempt: newAttempt() });
const requestLink = (client: HttpClient, asked: string) => client.post("/apply/start", { asked });

describe("[W-FAIL-4] refused requests of one IP", () => {
  const kinds: [string, number, (client: HttpClient, email: string) => Promise<{ status: number }>][] = [
    ["starting", 20, start],
    ["asking for a link", 20, requestLink],
    ["an inquiry", 10, (client, email) => send(client, { ...inquirer, email })],
  ];
  test.each(kinds)("refused requests use up no one else's limit: %s", async (_, max, write) => {
    const refused = new HttpClient(app);
    for (let count = 0; count < max; count++) expect((await write(refused, newEmail())).status).toBeLessThan(400);
    const email = newEmail();
    for (let count = 0; count < 5; count++) expect((await write(refused, email)).status).toBe(429);
    expect((await write(new HttpClient(app), email)).status).toBeLessThan(400);
  });
});

describe("[F-LIMIT-1, W-FAIL-4] starting applications", () => {
  test("an IP may start 20 applications an hour, for any emails", async () => {
    const client = new HttpClient(app);
    const { passed, answer } = await exhaust(25, () => start(client, newEmail()));
    expect(passed).toBe(20);
    await expectRefusal(answer, /Too many applications were started from your internet connection\./, hour);
    expect((await start(new HttpClient(app), newEmail())).status, "another address").toBe(302);
  });

  test("an IP may start 5 applications an hour with one email, the typed values stay, and another IP has its own limit", async () => {
    const email = newEmail();
    const client = new HttpClient(app);
    const { passed, answer } = await exhaust(8, () => {
      // A browser with access to the earlier ones starts for a family.
      client.cookies.clear();
      return start(client, email);
    });
    expect(passed).toBe(5);
    expect((await start(new HttpClient(app), email)).status).toBe(302);
    const page = await answer.clone().text();
    expect(page).toContain(`value="${email}"`);
    await expectRefusal(answer, /Too many applications were started with this email address\./, hour);
  });
});

describe("[F-LIMIT-1, W-FAIL-4] requesting resume links", () => {
  test("an IP may request 20 resume links an hour", async () => {
    const client = new HttpClient(app);
    const { passed, answer } = await exhaust(25, () => requestLink(client, newEmail()));
    expect(passed).toBe(20);
    await expectRefusal(answer, /Too many links were requested from your internet connection\./, hour);
  });

  test("an email may be sent 5 resume links an hour, and an application's own page may send 5", async () => {
    const email = newEmail();
    const { passed, answer } = await exhaust(8, () => requestLink(new HttpClient(app), email));
    expect(passed).toBe(5);
    await expectRefusal(answer, /Too many links were requested with this email address\./, hour);
    const id = await new HttpClient(app).start(newEmail());
    const own = await exhaust(8, () => new HttpClient(app).post(`/apply/${id}`, { intent: "send-link" }));
    expect(own.passed).toBe(5);
    await expectRefusal(own.answer, /Too many links were requested for this application\./, hour);
  });
});

test("[W-FAIL-4, W-RESUME-5] an application may get 5 resume links an hour, however its number is spelled", async () => {
  const email = newEmail();
  const id = await new HttpClient(app).start(email);
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  const number = row?.number ?? "";
  const plain = number.replaceAll("-", "");
  const spellings = [number, plain, number.toLowerCase(), plain.replace("BV", "b.v."), `${plain.split("").join(" ")}`];
  for (const spelling of spellings) expect((await requestLink(new HttpClient(app), spelling)).status).toBe(200);
  expect((await requestLink(new HttpClient(app), number.replaceAll("-", "/"))).status).toBe(429);
  expect((await new HttpClient(app).post(`/apply/${plain}`, { intent: "send-link" })).status).toBe(429);
  await queueIsDone(app);
  const mails = await app.query(
    "select 1 from email_notifications where recipient_email = $1 and email_type = 'resume_link'",
    [email],
  );
  expect(mails).toHaveLength(5);
});

describe("[W-FAIL-4] saving a step", () => {
  const step = (name: string): Fields => ({ ...form("applicant_info", "Applicant Information", { firstName: name }) });
  const save = (client: HttpClient, id: string, name: string) =>
    client.post(`/apply/${id}/save`, { ...step(name), intent: "save" });

  test("a browser may save 30 times a minute, by script and without, and a refused save changes nothing and returns the typed values", async () => {
    const client = new HttpClient(app);
    const id = await client.start(newEmail());
    const { passed, answer } = await exhaust(40, () => save(client, id, "Same"));
    expect(passed).toBe(30);
    expect(await answer.clone().json()).toMatchObject({ kind: "limited", answers: { firstName: "Same" } });
    await expectRefusal(answer, /limited/, 60);
    const page = await client.post(`/apply/${id}`, { ...step("Typed without script"), revision: "1", intent: "next" });
    expect(await page.clone().text()).toContain('value="Typed without script"');
    await expectRefusal(page, /Too many saves came from this browser\./, 60);
    const [row] = await app.query<{ name: string }>(
      "select metadata #>> '{step1,firstName}' as name from visa_applications where id = $1",
      [id],
    );
    expect(row).toEqual({ name: "Same" });
    // Knowing only the application's URL uses up none of its owner's limits.
    const otherUser = neighbour(client);
    otherUser.cookies.set(`application-${id}`, "guessed");
    expect((await save(otherUser, id, "Mallory")).status).toBe(403);
    await client.changeBrowser(id);
    expect((await save(client, id, "Same")).status, "another browser of the owner").toBe(200);
  });

  test("an IP may save 600 times a minute, counted in PostgreSQL", async () => {
    const first = new HttpClient(app);
    const id = await first.start(newEmail());
    // Counts of another instance.
    await app.query(
      "insert into limit_counts (key, count, window_ends) values ($1, 595, now() + interval '1 minute')",
      [`save from ${first.address}`],
    );
    expect((await save(first, id, "One")).status).toBe(200);
    const counted = (client: HttpClient, max: number) =>
      until(`${max} are counted`, async () => {
        const key = `save from ${client.address}`;
        const [row] = await app.query<{ count: number }>("select count from limit_counts where key = $1", [key]);
        return row?.count === max;
      });
    await counted(first, 596);
    const { passed, answer } = await exhaust(10, async () => {
      await first.changeBrowser(id);
      return save(first, id, "One");
    });
    expect(passed).toBe(4);
    await expectRefusal(answer, /limited/, 60);
    // A refusal stores no count, whatever browser it claims to be.
    const browsers = () => app.query("select key from limit_counts where key like 'save as %'");
    await counted(first, 600);
    const before = (await browsers()).length;
    for (let count = 0; count < 20; count++) {
      first.cookies.set(`application-${id}`, `guess-${count}`);
      expect((await save(first, id, "One")).status).toBe(429);
    }
    const otherClient = new HttpClient(app);
    expect((await save(otherClient, await otherClient.start(newEmail()), "Two")).status).toBe(200);
    await counted(otherClient, 1);
    expect(await browsers()).toHaveLength(before + 1);
  });
});

describe("[W-FAIL-4] submitting an application", () => {
  const submit = async (client: HttpClient, id: string, revision: number) =>
    client.post(`/apply/${id}/save`, {
      ...(await client.reviewed(id)),
      ...form("review_certification", "Review & Certification"),
      revision: String(revision),
      intent: "submit",
      attempt: newAttempt(),
    });

  test.each([
    ["browser", "as"],
    ["IP", "from"],
  ])(
    "submissions are limited per %s, and a refused application stays a draft that can be submitted later",
    async (_, by) => {
      const client = new HttpClient(app);
      const id = await client.start(newEmail());
      await client.fillIn(id);
      // A first attempt counts; the state after it must be the state after an hour of attempts.
      await client.save(id, {
        ...form("passport_info", "Passport Information", { passportNumber: "" }),
        revision: "1",
      });
      expect((await submit(client, id, 0)).status).toBe(422);
      const max = by === "as" ? 60 : 120;
      const key = by === "as" ? "submit as %" : `submit from ${client.address}`;
      const set = await app.query("update limit_counts set count = $1 where key like $2 and count = 1 returning key", [
        max,
        key,
      ]);
      expect(set).toHaveLength(1);
      await client.save(id, { ...form("passport_info", "Passport Information"), revision: "2" });
      const refused = await submit(client, id, 1);
      await expectRefusal(refused, /limited/, hour);
      const [row] = await app.query("select status from visa_applications where id = $1", [id]);
      expect(row).toEqual({ status: "draft" });
      await app.query("delete from limit_counts where key like 'submit %'");
      expect((await submit(client, id, 1)).status).toBe(200);
    },
  );
});

describe("[W-FAIL-4] uploading files", () => {
  const upload = (client: HttpClient, id: string) => {
    const file = new FormData();
    file.set("attempt", newAttempt());
    file.set("file", pdfFile("letter.pdf"));
    return client.post(`/apply/${id}/upload/save?step=bahamas_employment&field=employmentLetterUrl`, file);
  };

  test.each([
    ["an application", 60],
    ["an address", 120],
  ])("uploads are limited for %s: %i an hour", async (by, max) => {
    const [service] = await app.query<{ id: string }>(
      `select s.id from visa_services s join countries c on c.id = s.country_id where c.code = 'BS' limit 1`,
    );
    const client = new HttpClient(app);
    const id = await client.start(newEmail(), { service: service?.id ?? "" });
    await app.query("update visa_applications set furthest_step = 13 where id = $1", [id]);
    await app.query("delete from limit_counts where key like 'application upload %'");
    expect((await upload(client, id)).status).toBe(200);
    const key = by === "an address" ? `application upload %${client.address}` : "application upload as %";
    const not = by === "an address" ? "" : `%${client.address}`;
    const set = await app.query(
      "update limit_counts set count = $1, window_ends = now() + interval '10 minutes' where key like $2 and key not like $3 returning key",
      [max, key, not],
    );
    expect(set).toHaveLength(1);
    await expectRefusal(
      await upload(client, id),
      by === "an address"
        ? /Too many files were sent from your internet connection. Please try again in 10 minutes/
        : /Too many files were sent for this application. Please try again in 10 minutes/,
      600,
    );
    expect(await app.query("select count(*)::int as count from documents where application_id = $1", [id])).toEqual([
      { count: 1 },
    ]);
  });
});

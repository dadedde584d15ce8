import { expect, test } from "vitest";
import { embeddedUrl, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const service = await serviceId(app, "uk-visitor-visa");

const person =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile Safari/604.1";
let turns = 0;
const newSession = () => `session-number-${++turns}`;

function reportView(
  client: HttpClient,
  more: Record<string, string> = {},
  headers: Record<string, string | undefined> = {},
) {
  return client.post(
    "/services/views",
    { service, session: newSession(), ...more },
    { "user-agent": person, ...headers },
  );
}
type Row = { session_id: string; user_agent: string; referrer: string | null; service_id: string };
const stored = (session: string) => app.query<Row>("select * from visa_service_views where session_id = $1", [session]);
/** Waits until something that was told later is stored: what came before it was either stored too, or never will be. */
async function flushed(at = app) {
  const session = newSession();
  expect((await reportView(new HttpClient(at), { session })).status).toBe(204);
  await until("later views are stored", async () => (await stored(session)).length > 0);
}

test("[P-DETAIL-13, P-PERM-2] a view is one row, which stores only the permitted part of the referrer", async () => {
  const client = new HttpClient(app);
  const referrers = {
    "": null,
    "https://www.google.com/search?q=my+name#top": "https://www.google.com/search",
    "javascript:alert(1)": null,
    [`${app.url}/blog?category=Fees`]: `${app.url}/blog`,
    [`${app.url}/apply/5f0c9a8e-0000-4000-8000-000000000000`]: `${app.url}/`,
  };
  // Views are stored once a second: all are told before the first is looked for.
  const views = Object.entries(referrers).map(([referrer, kept]) => ({ session: newSession(), referrer, kept }));
  for (const { session, referrer } of views) expect((await reportView(client, { session, referrer })).status).toBe(204);
  for (const { session, kept } of views) {
    const rows = await until("it is stored", async () => {
      const found = await stored(session);
      return found.length > 0 ? found : undefined;
    });
    expect(rows).toEqual([
      expect.objectContaining({ service_id: service, session_id: session, user_agent: person, referrer: kept }),
    ]);
  }
});

test("robots, unknown services and invalid views are not counted", async () => {
  const client = new HttpClient(app);
  const before = await app.query("select count(*)::int as count from visa_service_views");
  const robots = [
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/150.0.0.0 Safari/537.36",
    "curl/8.9.1",
    "",
  ];
  for (const robot of robots) expect((await reportView(client, {}, { "user-agent": robot })).status).toBe(204);
  expect((await reportView(client, {}, { "sec-ch-ua": '"HeadlessChrome";v="150"' })).status).toBe(204);
  expect((await reportView(client, { service: crypto.randomUUID() })).status).toBe(204);
  expect((await reportView(client, { service: "x" })).status).toBe(400);
  expect((await reportView(client, { session: "<script>" })).status).toBe(400);
  expect((await reportView(client, {}, { origin: "https://evil.example" })).status).toBe(403);
  expect((await client.get("/services/views")).status).toBe(404);
  await flushed();
  const [after] = await app.query<{ count: number }>("select count(*)::int as count from visa_service_views");
  expect(after?.count).toBe(Number(before[0]?.count) + 1);
});

test("[P-PERM-10] views over the limit of an IP are refused, and those of other IPs are not", async () => {
  const eager = new HttpClient(app);
  const statuses = [];
  for (let count = 0; count < 121; count++) statuses.push((await reportView(eager)).status);
  expect(statuses).toEqual([...Array(120).fill(204), 429]);
  expect((await reportView(new HttpClient(app))).status).toBe(204);
});

test("[P-FAIL-9] a view that can't be stored is only logged, and the page shows as usual", async () => {
  await app.query("alter table visa_service_views rename to hidden_views");
  expect((await reportView(new HttpClient(app))).status).toBe(204);
  await until("it is logged", () => app.output().includes("views of services could not be stored"));
  const page = await new HttpClient(app).get("/visa/uk-visitor-visa");
  expect([page.status, (await page.text()).includes("UK Visitor Visa")]).toEqual([200, true]);
  await app.query("alter table hidden_views rename to visa_service_views");
  await flushed();
});

test("a reported view is stored before the app stops", async () => {
  const database = { DATABASE_URL: embeddedUrl(app.dataDir), SECRET: "s".repeat(40), TRUST_PROXY: "yes" };
  const otherApp = await startApp(database);
  const session = newSession();
  expect((await reportView(new HttpClient(otherApp), { session })).status).toBe(204);
  expect(await otherApp.stop()).toBe(0);
  expect(await stored(session)).toHaveLength(1);
});

import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppServer, isAlive, postgresProcess, startApp } from "../harness/app-server";
import { form, HttpClient, until } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { untilWaiting } from "../harness/waiting";

/** An applicant who types continuously: the last acknowledged save, and the one in flight when the app was killed. */
type Writer = { client: HttpClient; id: string; acknowledged: Save; sent: Save };
type Save = { revision: number; name: string };

const step = (name: string, revision: number) =>
  form("applicant_info", "Applicant Information", { firstName: name, revision: String(revision) });

async function openWriters(app: AppServer, count: number): Promise<Writer[]> {
  const nothing = { revision: 0, name: "" };
  const open = async (_: unknown, number: number): Promise<Writer> => {
    const client = new HttpClient(app);
    const id = await client.start(`writer${number}@mail.example`);
    return { client, id, acknowledged: nothing, sent: nothing };
  };
  return Promise.all(Array.from({ length: count }, open));
}

/** Saves until the app is gone; remembers every acknowledged save. */
async function write(writer: Writer, app: AppServer, round: number, killed: "both" | "program", onSaved: () => void) {
  const { id } = writer;
  const client = new HttpClient(app);
  for (const [name, value] of writer.client.cookies) client.cookies.set(name, value);
  // Consecutive responses that nothing was saved.
  let unavailableCount = 0;
  for (let count = 0; ; count++) {
    const { revision } = writer.acknowledged;
    const name = `Round ${round} save ${count} of ${id.slice(0, 8)}`;
    writer.sent = { revision: revision + 1, name };
    const response = await client.save(id, step(name, revision)).catch(() => undefined);
    // Between the two kills the app still responds that nothing was saved.
    if (!response || (killed === "both" && response.status === 503)) return;
    // It also does so while it opens connections on a busy machine: send it again, as the wizard does.
    if (response.status === 503 && ++unavailableCount < 10) {
      await pause(100);
      continue;
    }
    expect(response, JSON.stringify(response)).toMatchObject({ status: 200, outcome: { revision: revision + 1 } });
    unavailableCount = 0;
    writer.acknowledged = writer.sent;
    onSaved();
  }
}

/** Every acknowledged save is stored; one in flight is stored completely or not at all. */
async function expectStored(app: AppServer, writers: Writer[]) {
  for (const writer of writers) {
    const { acknowledged, sent, id } = writer;
    const [row] = await app.query<{ name: string; revision: number; stored: string }>(
      `select metadata #>> '{step1,firstName}' as name, (revisions ->> 'step1')::int as revision, i.first_name as stored
       from visa_applications a join applicant_information i on i.application_id = a.id where a.id = $1`,
      [id],
    );
    const found = { revision: row?.revision, name: row?.name };
    expect([acknowledged, sent], `${id}: ${JSON.stringify({ found, acknowledged, sent })}`).toContainEqual(found);
    expect(row?.stored, "the step's row was written by the same statement").toBe(row?.name);
    writer.acknowledged = { revision: row?.revision ?? 0, name: row?.name ?? "" };
  }
}

const rounds = [
  { killed: "the program", rounds: 5, both: false },
  { killed: "the program and its PostgreSQL", rounds: 3, both: true },
];

describe.each(rounds)("SIGKILL of $killed during a stream of saves", ({ rounds: count, both }) => {
  test(`[W-SAVE-16] every acknowledged save is stored after each of ${count} kills`, async () => {
    let app = await startApp({ TRUST_PROXY: "yes" });
    const { dataDir } = app;
    const writers = await openWriters(app, 6);
    let total = 0;
    for (let round = 1; round <= count; round++) {
      const server = postgresProcess(dataDir);
      // Another moment each round, counted in saves, not time: from the first ones to the middle of many.
      const moment = 6 + ((round * 37) % 90);
      let saved = 0;
      let reached = () => {};
      const enough = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const writing = writers.map((writer) =>
        write(writer, app, round, both ? "both" : "program", () => ++saved >= moment && reached()),
      );
      await Promise.race([enough, Promise.all(writing)]);
      if (both) process.kill(server, "SIGKILL");
      await app.kill();
      await Promise.all(writing);
      expect(saved).toBeGreaterThanOrEqual(moment);
      total += saved;

      if (both) await until("PostgreSQL is gone", () => !isAlive(server));
      else expect(isAlive(server), "PostgreSQL outlives the program").toBe(true);
      app = await startApp({ DATA_DIR: dataDir, TRUST_PROXY: "yes" });
      if (both) expect(postgresProcess(dataDir), "a new server").not.toBe(server);
      else expect(postgresProcess(dataDir), "the orphan was taken over").toBe(server);
      await expectStored(app, writers);
      // They save faster than anybody types.
      await app.query("delete from limit_counts");
    }
    expect(total).toBeGreaterThan(count * 6);
    const server = postgresProcess(dataDir);
    expect(await app.stop()).toBe(0);
    expect(isAlive(server)).toBe(false);
  });
});

describe("PostgreSQL killed during operation", () => {
  let app: AppServer;
  let client: HttpClient;
  let id: string;
  const start = (number: number) => ({ email: `w${number}@mail.example`, terms: "yes", attempt: crypto.randomUUID() });
  const recovered = () => until("it recovers", async () => (await fetch(`${app.url}/readyz`)).status === 200);

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: "yes" });
    client = new HttpClient(app);
    id = await client.start("away@mail.example");
    expect(await client.save(id, step("Earlier employment", 0))).toMatchObject({ status: 200 });
  });

  describe("PostgreSQL unavailable", () => {
    const folder = () => join(app.dataDir, "postgres");
    const unavailableStart = { email: "new@mail.example", terms: "yes", attempt: crypto.randomUUID() };
    let counted: unknown;
    let inputs: Record<string, string>;
    beforeAll(async () => {
      counted = await app.query("select count(*)::int as count from visa_applications");
      // Stopped from restarting until all requests were sent.
      const server = postgresProcess(app.dataDir);
      await chmod(folder(), 0o000);
      process.kill(server, "SIGKILL");
      await until("it is noticed", async () => (await client.get("/readyz")).status === 503);
    });
    afterAll(() => chmod(folder(), 0o700));

    test("pages respond with 503 and Retry-After, and the app itself stays up", async () => {
      expect((await client.get("/healthz")).status).toBe(200);
      const requests: [string, Promise<Response>][] = [
        ["the wizard", client.get(`/apply/${id}`)],
        ["the wizard's data", client.get(`/apply/${id}.data`)],
        ["a service", client.get("/visa/us-travel-b1-b2-visa")],
        ["a sign-in", client.post("/admin/login", { email: "desk@lucaya.example", password: "anything at all" })],
      ];
      for (const [name, response] of requests) {
        const { status, headers } = await response;
        expect([name, status, headers.get("retry-after")]).toEqual([name, 503, "10"]);
        const page = await (await response).text();
        expect(page, name).toContain("We will be back in a moment");
        expect(page.includes("<form"), name).toBe(false);
      }
    });

    test("[W-FAIL-2] a save without JavaScript gets a page with its typed values, and the script is told to retry", async () => {
      const response = await client.post(`/apply/${id}`, step("Away", 1));
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
      const page = screenOf(await response.text());
      expect(page.words).toContain("We will be back in a moment");
      const texts = [...page.element.querySelectorAll("textarea")];
      inputs = Object.fromEntries(texts.map(({ name, value }) => [name, value]));
      expect(inputs).toEqual(step("Away", 1));
      const scripted = await client.save(id, step("Away", 1));
      expect(scripted).toMatchObject({ status: 503, outcome: { kind: "failed", away: true } });
    });

    test("[W-START-16] a failed start is reported and keeps the typed values", async () => {
      const refused = await client.post("/apply", unavailableStart);
      expect(refused.status).toBe(503);
      const page = screenOf(await refused.text());
      expect(page.words).toContain("Failed to start application. Please try again.");
      expect(page.getByLabelText("Email address")).toHaveProperty("value", unavailableStart.email);
    });

    test("[W-FAIL-2] after PostgreSQL is back, the page's values can be sent again and stored, and the start works", async () => {
      await chmod(folder(), 0o700);
      await recovered();
      const nameOf = async () => {
        const text = "select metadata #>> '{step1,firstName}' as name from visa_applications where id = $1";
        return (await app.query(text, [id]))[0]?.name;
      };
      expect(await app.query("select count(*)::int as count from visa_applications")).toEqual(counted);
      expect((await client.post(`/apply/${id}`, inputs)).status).toBe(302);
      expect(await nameOf()).toBe("Away");
      expect(await client.save(id, step("After", 2))).toMatchObject({ status: 200, outcome: { revision: 3 } });
      expect(await nameOf()).toBe("After");
      expect((await client.post("/apply", unavailableStart)).status, "the same attempt").toBe(302);
    });
  });

  test("after one connection is killed PostgreSQL restarts its connections, and the app stays up", async () => {
    const server = postgresProcess(app.dataDir);
    const [backend] = await app.query<{ pid: number; killed: string }>(
      "select pid, now()::text as killed from pg_stat_activity where application_name = 'lucaya' limit 1",
    );
    process.kill(backend?.pid ?? 0, "SIGKILL");
    // PostgreSQL notices a moment later, in which queries still work; then it closes every connection.
    const older = "select from pg_stat_activity where backend_type = 'client backend' and backend_start < $1";
    await until("every connection is new", async () => {
      const rows = await app.query(older, [backend?.killed]).catch(() => undefined);
      return rows?.length === 0;
    });
    const save = (revision: number) => client.post(`/apply/${id}/save`, step("Crash", revision));
    await until("a save works again", async () => (await save(3)).status === 200);
    expect(postgresProcess(app.dataDir)).toBe(server);
  });

  test("a waiting transaction gets a response, and the app stays up", async () => {
    const server = postgresProcess(app.dataDir);
    // In one call: a second one may use another connection, outside the transaction.
    await app.query("begin; lock table visa_applications in access exclusive mode");
    const response = new HttpClient(app).post("/apply", start(1));
    await untilWaiting(app, "visa_applications");
    process.kill(server, "SIGKILL");
    expect((await response).status).toBe(503);
    await recovered();
    expect(postgresProcess(app.dataDir)).not.toBe(server);
    expect((await new HttpClient(app).post("/apply", start(2))).status).toBe(302);
  });

  test("the app stops cleanly after all these failures", async () => {
    const server = postgresProcess(app.dataDir);
    expect(await app.stop()).toBe(0);
    expect(isAlive(server)).toBe(false);
  });
});

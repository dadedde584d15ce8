import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppServer, isAlive, postgresProcess, startApp } from "../harness/app-server";
import { form, HttpClient, until } from "../harness/http-client";
import { screenOf } from "../harness/screen";
import { untilWaiting } from "../harness/waiting";

/** An applicant who types continuously: the last acknowledged save, and the one in flight when the app was killed. */
type Writer = { visitor: HttpClient; id: string; acknowledged: Save; sent: Save };
type Save = { revision: number; name: string };

const step = (name: string, revision: number) =>
  form("applicant_info", "Applicant Information", { firstName: name, revision: String(revision) });

async function openWriters(program: AppServer, count: number): Promise<Writer[]> {
  const nothing = { revision: 0, name: "" };
  const open = async (_: unknown, number: number): Promise<Writer> => {
    const visitor = new HttpClient(program);
    const id = await visitor.start(`writer${number}@mail.example`);
    return { visitor, id, acknowledged: nothing, sent: nothing };
  };
  return Promise.all(Array.from({ length: count }, open));
}

/** Saves until the app is gone; remembers every acknowledged save. */
async function write(
  writer: Writer,
  program: AppServer,
  round: number,
  killed: "both" | "program",
  onSaved: () => void,
) {
  const { id } = writer;
  const visitor = new HttpClient(program);
  for (const [name, value] of writer.visitor.cookies) visitor.cookies.set(name, value);
  // Consecutive responses that nothing was saved.
  let away = 0;
  for (let count = 0; ; count++) {
    const { revision } = writer.acknowledged;
    const name = `Round ${round} save ${count} of ${id.slice(0, 8)}`;
    writer.sent = { revision: revision + 1, name };
    const answer = await visitor.save(id, step(name, revision)).catch(() => undefined);
    // Between the two kills the app still responds that nothing was saved.
    if (!answer || (killed === "both" && answer.status === 503)) return;
    // It also does so while it opens connections on a busy machine: send it again, as the wizard does.
    if (answer.status === 503 && ++away < 10) {
      await pause(100);
      continue;
    }
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200, outcome: { revision: revision + 1 } });
    away = 0;
    writer.acknowledged = writer.sent;
    onSaved();
  }
}

/** Every acknowledged save is stored; one in flight is stored completely or not at all. */
async function expectStored(program: AppServer, writers: Writer[]) {
  for (const writer of writers) {
    const { acknowledged, sent, id } = writer;
    const [row] = await program.query<{ name: string; revision: number; stored: string }>(
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
    let program = await startApp({ TRUST_PROXY: "yes" });
    const { dataDir } = program;
    const writers = await openWriters(program, 6);
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
        write(writer, program, round, both ? "both" : "program", () => ++saved >= moment && reached()),
      );
      await Promise.race([enough, Promise.all(writing)]);
      if (both) process.kill(server, "SIGKILL");
      await program.kill();
      await Promise.all(writing);
      expect(saved).toBeGreaterThanOrEqual(moment);
      total += saved;

      if (both) await until("PostgreSQL is gone", () => !isAlive(server));
      else expect(isAlive(server), "PostgreSQL outlives the program").toBe(true);
      program = await startApp({ DATA_DIR: dataDir, TRUST_PROXY: "yes" });
      if (both) expect(postgresProcess(dataDir), "a new server").not.toBe(server);
      else expect(postgresProcess(dataDir), "the orphan was taken over").toBe(server);
      await expectStored(program, writers);
      // They save faster than anybody types.
      await program.query("delete from limit_counts");
    }
    expect(total).toBeGreaterThan(count * 6);
    const server = postgresProcess(dataDir);
    expect(await program.stop()).toBe(0);
    expect(isAlive(server)).toBe(false);
  });
});

describe("PostgreSQL killed during operation", () => {
  let program: AppServer;
  let visitor: HttpClient;
  let id: string;
  const start = (number: number) => ({ email: `w${number}@mail.example`, terms: "yes", attempt: crypto.randomUUID() });
  const recovered = () => until("it recovers", async () => (await fetch(`${program.url}/readyz`)).status === 200);

  beforeAll(async () => {
    program = await startApp({ TRUST_PROXY: "yes" });
    visitor = new HttpClient(program);
    id = await visitor.start("away@mail.example");
    expect(await visitor.save(id, step("Earlier employment", 0))).toMatchObject({ status: 200 });
  });

  describe("PostgreSQL unavailable", () => {
    const folder = () => join(program.dataDir, "postgres");
    const away = { email: "new@mail.example", terms: "yes", attempt: crypto.randomUUID() };
    let counted: unknown;
    let typed: Record<string, string>;
    beforeAll(async () => {
      counted = await program.query("select count(*)::int as count from visa_applications");
      // Stopped from restarting until all requests were sent.
      const server = postgresProcess(program.dataDir);
      await chmod(folder(), 0o000);
      process.kill(server, "SIGKILL");
      await until("it is noticed", async () => (await visitor.get("/readyz")).status === 503);
    });
    afterAll(() => chmod(folder(), 0o700));

    test("pages respond with 503 and Retry-After, and the app itself stays up", async () => {
      expect((await visitor.get("/healthz")).status).toBe(200);
      const asked: [string, Promise<Response>][] = [
        ["the wizard", visitor.get(`/apply/${id}`)],
        ["the wizard's data", visitor.get(`/apply/${id}.data`)],
        ["a service", visitor.get("/visa/us-travel-b1-b2-visa")],
        ["a sign-in", visitor.post("/admin/login", { email: "desk@lucaya.example", password: "anything at all" })],
      ];
      for (const [what, answer] of asked) {
        const { status, headers } = await answer;
        expect([what, status, headers.get("retry-after")]).toEqual([what, 503, "10"]);
        const page = await (await answer).text();
        expect(page, what).toContain("We will be back in a moment");
        expect(page.includes("<form"), what).toBe(false);
      }
    });

    test("[W-FAIL-2] a save without JavaScript gets a page with its typed values, and the script is told to retry", async () => {
      const answer = await visitor.post(`/apply/${id}`, step("Away", 1));
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
      const page = screenOf(await answer.text());
      expect(page.words).toContain("We will be back in a moment");
      const texts = [...page.element.querySelectorAll("textarea")];
      typed = Object.fromEntries(texts.map(({ name, value }) => [name, value]));
      expect(typed).toEqual(step("Away", 1));
      const scripted = await visitor.save(id, step("Away", 1));
      expect(scripted).toMatchObject({ status: 503, outcome: { kind: "failed", away: true } });
    });

    test("[W-START-16] a failed start is reported and keeps the typed values", async () => {
      const refused = await visitor.post("/apply", away);
      expect(refused.status).toBe(503);
      const page = screenOf(await refused.text());
      expect(page.words).toContain("Failed to start application. Please try again.");
      expect(page.getByLabelText("Email address")).toHaveProperty("value", away.email);
    });

    test("[W-FAIL-2] after PostgreSQL is back, the page's values can be sent again and stored, and the start works", async () => {
      await chmod(folder(), 0o700);
      await recovered();
      const nameOf = async () => {
        const text = "select metadata #>> '{step1,firstName}' as name from visa_applications where id = $1";
        return (await program.query(text, [id]))[0]?.name;
      };
      expect(await program.query("select count(*)::int as count from visa_applications")).toEqual(counted);
      expect((await visitor.post(`/apply/${id}`, typed)).status).toBe(302);
      expect(await nameOf()).toBe("Away");
      expect(await visitor.save(id, step("After", 2))).toMatchObject({ status: 200, outcome: { revision: 3 } });
      expect(await nameOf()).toBe("After");
      expect((await visitor.post("/apply", away)).status, "the same attempt").toBe(302);
    });
  });

  test("after one connection is killed PostgreSQL restarts its connections, and the app stays up", async () => {
    const server = postgresProcess(program.dataDir);
    const [backend] = await program.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'lucaya' limit 1",
    );
    process.kill(backend?.pid ?? 0, "SIGKILL");
    const save = (revision: number) => visitor.post(`/apply/${id}/save`, step("Crash", revision));
    await until("a save works again", async () => (await save(3)).status === 200);
    expect(postgresProcess(program.dataDir)).toBe(server);
  });

  test("a waiting transaction gets a response, and the app stays up", async () => {
    const server = postgresProcess(program.dataDir);
    // In one call: a second one may use another connection, outside the transaction.
    await program.query("begin; lock table visa_applications in access exclusive mode");
    const answer = new HttpClient(program).post("/apply", start(1));
    await untilWaiting(program, "visa_applications");
    process.kill(server, "SIGKILL");
    expect((await answer).status).toBe(503);
    await recovered();
    expect(postgresProcess(program.dataDir)).not.toBe(server);
    expect((await new HttpClient(program).post("/apply", start(2))).status).toBe(302);
  });

  test("the app stops cleanly after all these failures", async () => {
    const server = postgresProcess(program.dataDir);
    expect(await program.stop()).toBe(0);
    expect(isAlive(server)).toBe(false);
  });
});

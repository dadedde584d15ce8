import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isAlive, type Program, postgresProcess, removeFolders, startProgram } from "../harness/program";
import { form, until, Visitor } from "../harness/visitor";

afterAll(removeFolders);

/** One applicant who types and types: what was last acknowledged, and what was on its way when the program died. */
type Writer = { visitor: Visitor; id: string; acknowledged: Save; sent: Save };
type Save = { revision: number; name: string };

const step = (name: string, revision: number) =>
  form("applicant_info", "Applicant Information", { firstName: name, revision: String(revision) });

async function openWriters(program: Program, count: number): Promise<Writer[]> {
  const nothing = { revision: 0, name: "" };
  const open = async (_: unknown, number: number): Promise<Writer> => {
    const visitor = new Visitor(program);
    const id = await visitor.start(`writer${number}@mail.example`);
    return { visitor, id, acknowledged: nothing, sent: nothing };
  };
  return Promise.all(Array.from({ length: count }, open));
}

/** Saves until the program is gone; every answer that says "saved" is remembered. */
async function write(writer: Writer, program: Program, round: number, killed: "both" | "program", onSaved: () => void) {
  const { id } = writer;
  const visitor = new Visitor(program);
  for (const [name, value] of writer.visitor.cookies) visitor.cookies.set(name, value);
  for (let count = 0; ; count++) {
    const { revision } = writer.acknowledged;
    const name = `Round ${round} save ${count} of ${id.slice(0, 8)}`;
    writer.sent = { revision: revision + 1, name };
    const answer = await visitor.save(id, step(name, revision)).catch(() => undefined);
    // Between the two kills the program still says that nothing was saved.
    if (!answer || (killed === "both" && answer.status === 503)) return;
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200, outcome: { revision: revision + 1 } });
    writer.acknowledged = writer.sent;
    onSaved();
  }
}

/** Every acknowledged save is there; the one that got no answer may be there too, and then it is there as a whole. */
async function expectStored(program: Program, writers: Writer[]) {
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
  { killed: "the program", rounds: 20, both: false },
  { killed: "the program and its PostgreSQL", rounds: 6, both: true },
];

describe.each(rounds)("SIGKILL of $killed during a stream of saves", ({ rounds: count, both }) => {
  test(`[W-SAVE-16] every acknowledged save is there after each of ${count} kills`, { timeout: 300_000 }, async () => {
    let program = await startProgram({ TRUST_PROXY: "yes" });
    const { dataDir } = program;
    const writers = await openWriters(program, 6);
    let total = 0;
    for (let round = 1; round <= count; round++) {
      const server = postgresProcess(dataDir);
      // A different moment each round, counted in saves and not in time: from the first ones to the middle of many.
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
      program = await startProgram({ DATA_DIR: dataDir, TRUST_PROXY: "yes" });
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

test("[W-START-16, W-FAIL-2] PostgreSQL killed under the program: it says so, and goes on by itself", async () => {
  const program = await startProgram({ TRUST_PROXY: "yes" });
  const visitor = new Visitor(program);
  const id = await visitor.start("away@mail.example");
  expect(await visitor.save(id, step("Before", 0))).toMatchObject({ status: 200 });
  const counted = await program.query("select count(*)::int as count from visa_applications");

  // Killed, and kept from coming back until all was asked.
  const folder = join(program.dataDir, "postgres");
  const killed = postgresProcess(program.dataDir);
  await chmod(folder, 0o000);
  process.kill(killed, "SIGKILL");
  const status = async (path: string) => (await visitor.get(path)).status;
  await until("it is noticed", async () => (await status("/readyz")) === 503);

  expect(await status("/healthz")).toBe(200);
  let textareas: RegExpMatchArray[] = [];
  const requests: [string, Promise<Response>][] = [
    ["the wizard", visitor.get(`/apply/${id}`)],
    ["a save without script", visitor.post(`/apply/${id}`, step("Away", 1))],
    ["the wizard's data", visitor.get(`/apply/${id}.data`)],
    ["a service", visitor.get("/visa/us-travel-b1-b2-visa")],
    ["a sign-in", visitor.post("/admin/login", { email: "desk@lucaya.example", password: "anything at all" })],
  ];
  for (const [what, answer] of requests) {
    const { status, headers } = await answer;
    expect([what, status]).toEqual([what, 503]);
    expect(headers.get("retry-after"), what).toBe("10");
    const page = await (await answer).text();
    expect(page, what).toContain("We will be back in a moment");
    expect(page.includes("<form"), what).toBe(what === "a save without script");
    if (what === "a save without script") textareas = [...page.matchAll(/<textarea name="([^"]*)"[^>]*>([^<]*)</g)];
  }
  const typed = Object.fromEntries(
    textareas.map(([, name = "", value = ""]) => [name, value.replaceAll("&#x27;", "'")]),
  );
  expect(typed, "the page holds what was typed").toEqual(step("Away", 1));
  const scripted = await visitor.save(id, step("Away", 1));
  expect(scripted, "the script is told to come again").toMatchObject({
    status: 503,
    outcome: { kind: "failed", away: true },
  });
  const start = { email: "new@mail.example", terms: "yes", attempt: crypto.randomUUID() };
  const refused = await visitor.post("/apply", start);
  expect(refused.status).toBe(503);
  const page = await refused.text();
  expect(page).toContain("Failed to start application. Please try again.");
  expect(page, "what was typed stays").toContain('value="new@mail.example"');

  await chmod(folder, 0o700);
  await until("it recovers", async () => (await status("/readyz")) === 200);
  expect(postgresProcess(program.dataDir)).not.toBe(killed);
  expect((await visitor.post(`/apply/${id}`, typed)).status, "what the page held is sent again").toBe(302);
  const again = await program.query("select metadata #>> '{step1,firstName}' as name from visa_applications");
  expect(again).toEqual([{ name: "Away" }]);
  expect(await visitor.save(id, step("After", 2))).toMatchObject({ status: 200, outcome: { revision: 3 } });
  const [row] = await program.query("select metadata #>> '{step1,firstName}' as name from visa_applications");
  expect(row).toEqual({ name: "After" });
  expect(await program.query("select count(*)::int as count from visa_applications")).toEqual(counted);
  expect((await visitor.post("/apply", start)).status, "the same attempt works now").toBe(302);
  expect(await program.stop()).toBe(0);
});

test("a single connection of PostgreSQL killed: the server restarts its connections, and the program stays", async () => {
  const program = await startProgram();
  const visitor = new Visitor(program);
  const id = await visitor.start("crash@mail.example");
  const server = postgresProcess(program.dataDir);
  const [backend] = await program.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'lucaya' limit 1",
  );
  process.kill(backend?.pid ?? 0, "SIGKILL");
  const save = (revision: number) => visitor.post(`/apply/${id}/save`, step(`Revision ${revision}`, revision));
  await until("a save works again", async () => (await save(0)).status === 200);
  expect(postgresProcess(program.dataDir)).toBe(server);
  expect(await program.stop()).toBe(0);
  expect(isAlive(server)).toBe(false);
});

describe("PostgreSQL killed while the program writes", () => {
  const start = (number: number) => ({ email: `w${number}@mail.example`, terms: "yes", attempt: crypto.randomUUID() });

  test("a transaction that waits is answered, and the program stays", async () => {
    const program = await startProgram();
    await program.query("begin");
    await program.query("lock table visa_applications in access exclusive mode");
    const answer = new Visitor(program).post("/apply", start(1));
    await until("the transaction waits", async () => {
      const waiting = "select 1 from pg_locks where not granted and relation = 'visa_applications'::regclass";
      return (await program.query(waiting)).length > 0;
    });
    process.kill(postgresProcess(program.dataDir), "SIGKILL");
    expect((await answer).status).toBe(503);
    await until("it recovers", async () => (await fetch(`${program.url}/readyz`)).status === 200);
    expect((await new Visitor(program).post("/apply", start(2))).status).toBe(302);
    expect(await program.stop()).toBe(0);
  });

  test("transactions whose begin is refused hold no connection afterwards", async () => {
    const program = await startProgram({ TRUST_PROXY: "yes" });
    const visitor = () => new Visitor(program);
    const all = Array.from({ length: 20 }, (_, number) => number);
    await Promise.all(all.map((number) => visitor().post("/apply", start(number))));
    const connections = await program.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'lucaya'",
    );
    expect(connections).toHaveLength(10);
    const signalAll = (signal: NodeJS.Signals) => {
      for (const { pid } of connections) process.kill(pid, signal);
    };
    // Told to end while they can't listen: they end as soon as they can, whatever they were asked meanwhile.
    signalAll("SIGSTOP");
    signalAll("SIGTERM");
    const answers = all.map((number) => visitor().post("/apply", start(number)));
    await until("those without a connection gave up", async () => (await Promise.race(answers)).status === 503);
    signalAll("SIGCONT");
    // Whose own limit was asked in vain waited for that, too, and may find the database there again.
    for (const answer of answers) expect([302, 503]).toContain((await answer).status);
    for (const number of all) expect((await visitor().post("/apply", start(number))).status).toBe(302);
    expect(await program.stop()).toBe(0);
  });
});

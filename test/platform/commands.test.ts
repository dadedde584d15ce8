import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { admin, isAlive, postgresProcess, runApp, startApp } from "../harness/app-server";
import { HttpClient } from "../harness/http-client";

let app = await startApp({ TRUST_PROXY: "yes" });

const command = (...args: string[]) => runApp({ DATA_DIR: app.dataDir, SAMPLE_DATA: "no", LOG_LEVEL: "error" }, args);
const signIn = async (email: string, password: string) =>
  (await new HttpClient(app).post("/admin/login", { email, password })).status;

describe("commands while the app runs", () => {
  test("db migrate finds nothing to do, and the app and its PostgreSQL keep running", async () => {
    const server = postgresProcess(app.dataDir);
    expect(await command("db", "migrate")).toEqual({ status: 0, out: "The database is up to date.\n", err: "" });
    expect(postgresProcess(app.dataDir)).toBe(server);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });

  test("db seed loads the missing seeds once", async () => {
    const count = "select count(*)::int as count from visa_applications where is_sample";
    expect(await app.query(count)).toEqual([{ count: 0 }]);
    const first = await command("db", "seed");
    expect(first).toEqual({
      status: 0,
      out: "Loaded before: starter.\nLoaded before: team.\nLoaded before: form files.\nLoaded: sample people.\n",
      err: "",
    });
    const [loaded] = await app.query<{ count: number }>(count);
    expect(loaded?.count).toBeGreaterThan(50);
    const second = await command("db", "seed");
    expect(second.out).toBe(
      "Loaded before: starter.\nLoaded before: team.\nLoaded before: form files.\nLoaded before: sample people.\n",
    );
    expect(await app.query(count)).toEqual([loaded]);
  });

  test("admin create prints a password once that signs in, and a second call is refused", async () => {
    const made = await command("admin", "create", "Second@Lucaya.example");
    expect(made).toMatchObject({ status: 0, err: "" });
    const password = /^Password: (\S+) /m.exec(made.out)?.[1] ?? "";
    expect(await signIn("second@lucaya.example", password)).toBe(302);
    const again = await command("admin", "create", "second@lucaya.example");
    expect([again.status, again.out]).toEqual([1, ""]);
    expect(again.err).toContain("is already an admin");
  });

  test("admin reset invalidates the old password and the open sessions, and the new password signs in", async () => {
    const desk = new HttpClient(app);
    expect((await desk.post("/admin/login", admin)).status).toBe(302);
    expect((await desk.get("/admin/applications")).status).toBe(200);
    const reset = await command("admin", "reset", admin.email);
    expect(reset).toMatchObject({ status: 0, err: "" });
    expect((await desk.get("/admin/applications")).status, "the session has ended").toBe(302);
    expect(await signIn(admin.email, admin.password)).toBe(401);
    expect(await signIn(admin.email, /^Password: (\S+) /m.exec(reset.out)?.[1] ?? "")).toBe(302);
    expect(await command("admin", "reset", "nobody@lucaya.example")).toMatchObject({ status: 1, out: "" });
  });

  test("db reset is refused while the app runs and changes nothing", async () => {
    const count = "select count(*)::int as count from visa_applications";
    const before = await app.query(count);
    const ended = await command("db", "reset");
    expect([ended.status, ended.out]).toEqual([1, ""]);
    expect(ended.err).toContain(`Lucaya already runs on the folder ${app.dataDir} (process ${app.child.pid})`);
    expect(await app.query(count)).toEqual(before);
  });

  test.concurrent.each([
    ["dance"],
    ["db"],
    ["db", "dance"],
    ["admin"],
    ["admin", "create"],
    ["admin", "create", "nobody"],
  ])("an unknown command ends with status 2 and no stack trace: %s %s %s", async (...args) => {
    const ended = await command(...args.filter((word) => word !== undefined));
    expect([ended.status, ended.out]).toEqual([2, ""]);
    expect(ended.err).not.toContain("    at ");
  });
});

test("db reset on an unused data directory recreates the database and leaves no PostgreSQL running", async () => {
  const { dataDir } = app;
  const server = postgresProcess(dataDir);
  expect(await app.stop()).toBe(0);
  const ended = await command("db", "reset");
  expect(ended).toEqual({ status: 0, out: "The database was recreated.\n", err: "" });
  expect(isAlive(server)).toBe(false);
  app = await startApp({ DATA_DIR: dataDir });
  const counts = `select (select count(*)::int from visa_applications) as applications,
    (select count(*)::int from admin_users) as admins, (select count(*) > 9 from visa_services) as services`;
  expect(await app.query(counts)).toEqual([{ applications: 0, admins: 1, services: true }]);
  expect(await signIn(admin.email, admin.password)).toBe(302);
});

test("the benchmark loads in plain Node, which needs file extensions, and names an unknown benchmark", () => {
  const { status, stderr } = spawnSync(process.execPath, ["bench/run.ts", "nothing"], { encoding: "utf8" });
  expect(stderr).toMatch(/^The bench does not know 'nothing'\./);
  expect(status).toBe(2);
});

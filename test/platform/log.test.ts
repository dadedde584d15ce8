import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { admin, emptyDataDir, postgresProcess, startApp } from "../harness/app-server";
import { applicant } from "../harness/applicants/applicant";
import { endFirstSignIn } from "../harness/desk/desk";
import { form, HttpClient, until } from "../harness/http-client";

test("[A-FAIL-8, W-FAIL-5] the log of a whole journey, with its failures, contains no personal data", async () => {
  // From the first start, which creates the secrets.
  const DATA_DIR = await emptyDataDir();
  const app = await startApp({ TRUST_PROXY: "yes", LOG_LEVEL: "trace", DATA_DIR });
  const { query } = app;
  const email = "nadege.private@mail.example";
  const client = new HttpClient(app);
  const id = await client.start(email);
  await client.fillIn(id);

  // Failures of PostgreSQL, whose messages repeat values: a missing step table, a trigger that refuses.
  await query("alter table passport_information rename to hidden");
  const passport = form("passport_info", "Passport Information", { revision: "1", issuingCity: "Cap-Haïtien" });
  expect((await client.save(id, passport)).status, "the answers are saved without their row").toBe(200);
  await query("alter table hidden rename to passport_information");
  await query(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused: %', new; end $$`);
  await query(
    "create trigger refuse before insert or update on visa_applications for each row execute function refuse()",
  );
  const start = { email, terms: "yes", attempt: crypto.randomUUID() };
  expect((await client.post("/apply", start)).status).toBe(500);
  expect((await client.post(`/apply/${id}/save`, { ...passport, issuingCity: "Hinche", revision: "2" })).status).toBe(
    500,
  );
  await query("drop trigger refuse on visa_applications");

  // With the database unavailable, values never reach it.
  const folder = join(app.dataDir, "postgres");
  const server = postgresProcess(app.dataDir);
  await chmod(folder, 0o000);
  process.kill(server, "SIGKILL");
  await until("it is noticed", async () => (await client.get("/readyz")).status === 503);
  expect((await client.post("/apply", start)).status).toBe(503);
  expect((await client.post(`/apply/${id}/save`, passport)).status).toBe(503);
  expect((await client.post("/admin/login", { email: admin.email, password: "a wrong secret" })).status).toBe(503);
  await chmod(folder, 0o700);
  await until("it recovers", async () => (await client.get("/readyz")).status === 200);

  expect((await client.submit(id)).outcome.kind).toBe("submitted");
  const letters = () => readdirSync(join(app.dataDir, "outbox")).filter((name) => name.endsWith(".eml"));
  await until("the mails are written", () => letters().length >= 2);
  const letter = letters()
    .map((name) => readFileSync(join(app.dataDir, "outbox", name), "utf8"))
    .join("")
    .replaceAll("=\r\n", "");
  const token = /resume\?token=(?:3D)?([\w.~-]{40,})/.exec(letter)?.[1] ?? "";
  expect(token.length).toBeGreaterThan(39);
  const elsewhere = new HttpClient(app);
  expect((await elsewhere.get(`/application/resume?token=${token}`)).status).toBe(200);
  expect((await elsewhere.post(`/application/resume?token=${token}`, { token, answer: "keep" })).status).toBe(302);
  expect((await elsewhere.post("/apply/start", { asked: email })).status).toBe(200);
  expect((await elsewhere.get(`/nope?email=${email}&passport=RD4471902`)).status).toBe(404);
  expect((await client.post("/admin/login", { email: admin.email, password: "a wrong secret" })).status).toBe(401);
  await endFirstSignIn(app);
  const desk = new HttpClient(app);
  expect((await desk.post("/admin/login", admin)).status).toBe(302);
  expect((await desk.get(`/admin/applications/${id}`)).status).toBe(200);
  expect((await desk.get(`/admin/applications?search=${encodeURIComponent(email)}`)).status).toBe(200);
  const files = ["secret", "postgres-password"].map((name) => readFileSync(join(app.dataDir, name), "utf8").trim());
  const [row] = await query<{ resume: string; number: string }>(
    "select resume_token as resume, application_number as number from visa_applications where id = $1",
    [id],
  );
  expect(await app.stop()).toBe(0);

  const log = app.output();
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
  expect(log).toContain('"route":"apply/:id/save"');
  expect(log, "what failed is there, by its table and code").toContain("a step's row could not be stored");
  expect(log).toContain("an application could not be started");

  const cookies = [client, elsewhere, desk].flatMap((client) => [...client.cookies.values()]);
  const hashes = cookies.map((value) => createHash("sha256").update(value).digest("hex"));
  const texts = Object.values(applicant).flatMap((answers) => Object.values(answers));
  const answers = texts.filter(
    (value) => value.length > 4 && !/^(\d{4}-|regular|single|married|maiden|female|sponsor|employed)/.test(value),
  );
  const otherLines = [
    email,
    "nadege",
    "Cap-Haïtien",
    "Hinche",
    "a wrong secret",
    admin.password,
    token,
    row?.resume ?? "",
    row?.number ?? "",
  ];
  const secrets = [...answers, ...otherLines, ...files, ...cookies, ...cookies.map(decodeURIComponent), ...hashes];
  expect(secrets.length).toBeGreaterThan(30);
  for (const secret of secrets) {
    expect(secret).not.toBe("");
    const line = lines.find((line) => line.toLowerCase().includes(secret.toLowerCase()));
    expect(line, `the log holds ${secret}`).toBeUndefined();
  }
  for (const personal of ["1988-04-17", "2033-05-01", client.address, desk.address, "set-cookie", "params:"])
    expect(
      lines.find((line) => line.includes(personal)),
      personal,
    ).toBeUndefined();
});

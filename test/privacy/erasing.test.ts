import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyDataDir, runApp, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { pdfFile } from "../harness/applicants/uploads";
import { signIn } from "../harness/desk/desk";
import { carryOut, cleaned, decide, decideAgo, requestOf } from "../harness/desk/erasing";
import { pagePdf } from "../harness/fakes/papers";
import { filesIn } from "../harness/fakes/storage-server";
import { HttpClient, until } from "../harness/http-client";
import { runJob } from "../harness/queue";

const app = await startApp({ TRUST_PROXY: "yes" });
const desk = await signIn(app);
const service = await serviceId(app, "us-travel-b1-b2-visa");

/** A submitted case whose values all contain one mark, in every variant. */
async function markedCase(marker: string) {
  const email = `${marker}@mail.example`.toLowerCase();
  const holder = new HttpClient(app);
  const id = await holder.start(email, { service });
  await holder.fillIn(id, {
    applicant_info: { firstName: `Ana${marker}`, lastName: `Rolle${marker}` },
    passport_info: { passportNumber: `P${marker}`.toUpperCase().slice(0, 9) },
  });
  const file = new FormData();
  file.set("attempt", crypto.randomUUID());
  file.set("type", "passport_copy");
  file.set(
    "file",
    new File([pagePdf(3000, `${marker} `.repeat(200))], `scan ${marker}.pdf`, { type: "application/pdf" }),
  );
  expect((await holder.post(`/apply/${id}/documents/save`, file)).status).toBe(200);
  expect((await holder.submit(id)).outcome.kind).toBe("submitted");
  const response = await holder.post(`/apply/${id}/messages/send`, {
    text: `Dear office, ${marker} here`,
    attempt: crypto.randomUUID(),
  });
  expect(response.status).toBe(200);
  await desk.post(`/admin/applications/${id}/messages/send`, { text: `Dear ${marker}`, attempt: crypto.randomUUID() });
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [id],
  );
  return { id, email, holder, number: row?.number ?? "" };
}

/** All rows of all tables, including the queue's. */
async function dump(): Promise<string> {
  const tables = await app.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'drizzle', 'pgboss') and c.relkind = 'r'`,
  );
  const parts = [];
  for (const { name } of tables)
    parts.push(...(await app.query<{ row: string }>(`select t::text as row from ${name} t`)));
  return parts.map(({ row }) => row).join("\n");
}
const bytesIn = (folder: string) =>
  filesIn(folder)
    .map((name) => `${name}\n${readFileSync(join(folder, name), "latin1")}`)
    .join("\n");
const holds = (text: string, marker: string) => text.toLowerCase().includes(marker.toLowerCase());

test("[V-ERASE-5] after an erasure no value is left in the dump, files, outbox, log or a new backup", async () => {
  const marker = "Zxqwvutsrk";
  const { id, email, number } = await markedCase(marker);
  await runJob(app, "people.assign");
  const outbox = join(app.dataDir, "outbox");
  const storedTexts = async () => ({
    dump: await dump(),
    files: bytesIn(join(app.dataDir, "documents")),
    outbox: bytesIn(outbox),
    log: app.output(),
  });
  await cleaned(app);
  const before = await storedTexts();
  for (const source of ["dump", "outbox"] as const) expect(holds(before[source], marker), source).toBe(true);
  await decideAgo(app, id, 8);
  await carryOut(desk, "application", id, "erase");
  await cleaned(app);
  // The last mail stays in the outbox directory for an hour.
  for (const name of readdirSync(outbox).filter((entry) => entry.includes("-data_erased-"))) {
    expect(holds(readFileSync(join(outbox, name), "latin1"), email)).toBe(true);
    utimesSync(join(outbox, name), new Date(0), new Date(0));
  }
  await runJob(app, "privacy.sweep");
  await until("the last mail is removed", () => !readdirSync(outbox).some((name) => name.includes("-data_erased-")));
  const backup = join(await emptyDataDir(), "after.tar");
  expect(await runApp({ DATA_DIR: app.dataDir }, ["backup", backup])).toMatchObject({ status: 0, err: "" });
  const after = { ...(await storedTexts()), backup: readFileSync(backup, "latin1") };
  for (const [source, text] of Object.entries(after)) {
    const index = text.toLowerCase().indexOf(marker.toLowerCase());
    expect(index < 0 ? "" : text.slice(Math.max(0, index - 300), index + 100), source).toBe("");
  }
  expect(after.dump, "its number stays").toContain(number);
});

describe("a restricted case", () => {
  test("[V-ERASE-4] a restricted case appears in no screen, search, list, export or report of the desk", async () => {
    const marker = "Zrestrictedq";
    const { id, number, email } = await markedCase(marker);
    await runJob(app, "people.assign");
    await until("it has its person", async () =>
      (await app.query("select from person_records where application_id = $1", [id])).length > 0 ? true : undefined,
    );
    await decideAgo(app, id, 1);
    const screens = [
      ...["/admin", "/admin/applications", `/admin/applications?q=${number}`, `/admin/people?q=${marker}`],
      ...["/admin/people", "/admin/analytics", "/admin/reports", "/admin/emails", `/admin/emails?q=${marker}`],
      ...[`/admin/palette?q=${number}`, `/admin/palette?q=${marker}`, `/admin/palette?q=${email}`, "/admin/palette"],
      ...[`/admin/applications/${id}`, "/admin/inquiries", "/admin/activity"],
    ];
    const exports = ["/admin/applications/export", "/admin/people/export", "/admin/activity/export"];
    const columns = new URLSearchParams({ of: "view" });
    const read = async () => {
      const found: [string, string][] = [];
      for (const path of screens) found.push([path, await (await desk.get(path)).text()]);
      for (const path of exports) {
        const response = await desk.post(path, columns);
        expect(response.status, path).toBe(200);
        found.push([path, await response.text()]);
      }
      return found;
    };
    const open = (await read())
      .filter(([, text]) => holds(text, marker) || text.includes(number))
      .map(([path]) => path);
    // Every page that could show it.
    for (const path of [
      ...["/admin/applications", `/admin/people?q=${marker}`, "/admin/applications/export", "/admin/people/export"],
      ...[`/admin/palette?q=${number}`, `/admin/palette?q=${marker}`, `/admin/applications/${id}`, "/admin/activity"],
    ])
      expect(open).toContain(path);
    await carryOut(desk, "application", id, "restrict");
    await cleaned(app);
    for (const [path, text] of await read()) {
      // Not the search terms, which are in the page's own URL and input.
      for (const value of [`Ana${marker}`, `Rolle${marker}`, ...(path.includes(email) ? [] : [email])])
        expect(holds(text, value), `${value} on ${path}`).toBe(false);
      // The record keeps action, time, admin and number.
      if (!/activity|\?q=BV/.test(path)) expect(text.includes(number), path).toBe(false);
    }
    expect(await (await desk.get(`/admin/palette?q=${number}`)).text()).not.toContain(`/admin/applications/${id}`);
  });
});

describe("requests during an erasure", () => {
  /** Six browsers send repeatedly while it is decided and erased, and once more each. */
  async function raced(id: string, send: () => Promise<Response>): Promise<number[]> {
    const requestId = await requestOf(app, "application", id);
    const statuses: number[] = [];
    let isErased = false;
    const sending = Array.from({ length: 6 }, async () => {
      while (!isErased) statuses.push((await send()).status);
      statuses.push((await send()).status);
    });
    const all = Promise.all(sending);
    // A later failure stops the app under them: report that failure only.
    all.catch(() => undefined);
    await until("some were there before", () => statuses.length > 6);
    await decide(desk, requestId, "erase");
    await until("it is gone", async () => {
      isErased = (await app.query("select from visa_applications where id = $1", [id])).length === 0;
      return isErased;
    });
    await all;
    await cleaned(app);
    return statuses;
  }
  async function isClean(id: string): Promise<void> {
    for (const table of ["documents", "ledger_entries", "data_keys", "case_messages", "email_notifications"])
      expect(await app.query(`select from ${table} where application_id = $1`, [id]), table).toEqual([]);
    const stored = filesIn(join(app.dataDir, "documents", "visa-documents"));
    expect(stored.filter((name) => name.includes(id) && !name.startsWith("erasures/"))).toEqual([]);
  }

  test("[V-ERASE-11] uploads during an erasure are refused or erased with it", async () => {
    const holder = new HttpClient(app);
    const id = await holder.start("races@mail.example", { service });
    const statuses = await raced(id, () => {
      const form = new FormData();
      form.set("attempt", crypto.randomUUID());
      form.set("type", "passport_copy");
      form.set("file", pdfFile("passport.pdf"));
      // Each from its own IP, so that no limit refuses it.
      return holder.tab().post(`/apply/${id}/documents/save`, form);
    });
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    await isClean(id);
  });

  test("[V-ERASE-11] payments during an erasure are refused or erased with it, and no receipt is missing", async () => {
    const { id } = await markedCase("Zpaymentq");
    await decideAgo(app, id, 8);
    const statuses = await raced(id, () =>
      desk.post(`/admin/applications/${id}/fees`, {
        ...{ intent: "payment", attempt: crypto.randomUUID(), amount: "0.01", method: "card" },
        ...{ paidOn: "2026-11-02", reference: "" },
      }),
    );
    expect(statuses).toContain(302);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    await isClean(id);
    const receipts = await app.query<{ n: string }>(
      `select right(receipt_number, 6) as n from kept_receipts
       union select right(receipt_number, 6) from ledger_entries where receipt_number is not null order by 1`,
    );
    const numbers = receipts.map(({ n }) => Number(n));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  });
});

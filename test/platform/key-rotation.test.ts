import pg from "pg";
import { describe, expect, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { type AppServer, embeddedUrl, emptyDataDir, freshDatabase, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { signIn } from "../harness/desk/desk";
import { addDataKeys, firstOf, keyNamed, readDataKeys, ringOf, wrappedBy } from "../harness/encryption/data-keys";
import { form, HttpClient, until } from "../harness/http-client";
import { giveBackJobs } from "../harness/queue";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const path = "/admin/privacy";
const secret = "the tide comes in twice a day, on every shore";
const renew = { intent: "renew-keys", confirmed: "yes" };
const pageOf = async (desk: HttpClient, at = path) => screenOf(await (await desk.get(at)).text());
/** What the page shows for a key. */
async function keyOnPage(desk: HttpClient, id: string) {
  const row = (await pageOf(desk)).queryByText(id)?.closest("tr");
  return [...(row?.cells ?? [])].map((cell) => inside(cell).words).join(" | ");
}
const doneBy = async (app: AppServer, id: string) => (await wrappedBy(app))[id] ?? 0;

/** Locks applications as a save does, until released. */
async function hold(url: string, ids: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("begin");
  await client.query("select 1 from visa_applications where id = any($1) for update", [ids]);
  return () => client.end();
}

/** Starts, saves, uploads and reads until stopped; returns the failures. */
function keepBusy(app: AppServer, service: string) {
  const failed: string[] = [];
  const done: Record<string, number> = {};
  let stopped = false;
  const expectOk = (kind: string, status: number) => {
    if (status === 200) done[kind] = (done[kind] ?? 0) + 1;
    else failed.push(`${kind}: ${status}`);
  };
  async function applicant(name: string) {
    for (let round = 0; !stopped; round++) {
      const client = new HttpClient(app);
      const id = await client.start(`${name}${round}@mail.example`, { service });
      for (const { code, title } of standardSteps.slice(0, 3)) {
        const saved = await client.save(id, { ...form(code, title), intent: "next" });
        expectOk("save", saved.status);
      }
      expectOk("upload", (await upload(client, id)).status);
      const [file] = await app.query<{ id: string }>("select id from documents where application_id = $1", [id]);
      expectOk("read a file", (await client.get(`/documents/${file?.id}`)).status);
      expectOk("read", (await client.get(`/apply/${id}`)).status);
    }
  }
  const all = Promise.all(["ada", "bea"].map(applicant));
  const stop = async () => {
    stopped = true;
    await all;
    return failed;
  };
  return { done, stop };
}

test("[V-ROT-1, V-ROT-3] keys are rotated under load without a failed request, and everything can then be read without the old key", async () => {
  const [june, july] = [keyNamed("june"), keyNamed("july")];
  const [old, renewed] = [firstOf(ringOf(june, secret)), firstOf(ringOf(july, secret))];
  const env = { DATA_DIR: await emptyDataDir(), SECRET: secret, TRUST_PROXY: "yes" };
  let app = await startApp({ ...env, KEYRING: june });
  const applicant = new HttpClient(app);
  // It requires a copy of the passport.
  const service = await serviceId(app, "bahamian-evisa");
  const id = await applicant.start("kept@mail.example", { service });
  await applicant.fillIn(id, { passport_info: { passportNumber: "ROT123456" } });
  expect((await upload(applicant, id)).status).toBe(200);
  const [file] = await app.query<{ id: string }>("select id from documents where application_id = $1", [id]);
  const bytes = Buffer.from(await (await applicant.get(`/documents/${file?.id}`)).arrayBuffer());
  const keys = await addDataKeys(app, old, 1_000);
  await app.stop();

  app = await startApp({ ...env, KEYRING: `${july},${june}` });
  const desk = await signIn(app);
  expect(await keyOnPage(desk, old.id)).toMatch(/ \| 1,00\d \| Read only$/);
  const page = await pageOf(desk);
  expect(page.getByRole("button", { name: "Renew keys" })).toBeTruthy();
  const asking = await pageOf(desk, `${path}?confirm=renew`);
  expect(asking.getByRole("alertdialog", { name: "Renew all keys?" })).toBeTruthy();
  // A locked one delays the rotation until all of the load has met it.
  const release = await hold(embeddedUrl(app.dataDir), [...keys.keys()].slice(0, 1));
  const load = keepBusy(app, service);
  expect((await desk.post(path, renew)).status).toBe(302);
  await until("most are renewed", async () => (await doneBy(app, renewed.id)) >= 999);
  for (const kind of ["save", "upload", "read", "read a file"]) {
    const before = load.done[kind] ?? 0;
    await until(`another ${kind}`, () => (load.done[kind] ?? 0) > before);
  }
  await release();
  await until("the old key can be removed", async () => (await keyOnPage(desk, old.id)).includes("Can be removed"));
  expect(await load.stop()).toEqual([]);
  expect(await keyOnPage(desk, old.id)).toMatch(/ \| 0 \| Can be removed$/);
  expect((await pageOf(desk)).queryByRole("button", { name: "Renew keys" })).toBeNull();
  await app.stop();

  app = await startApp({ ...env, KEYRING: july });
  const read = await readDataKeys(app, ringOf(july, secret));
  for (const [application, key] of keys) expect(read.get(application)).toBe(key);
  expect(new Set(Object.keys(await wrappedBy(app)))).toEqual(new Set([renewed.id]));
  const holder = new HttpClient(app, applicant);
  expect(Buffer.from(await (await holder.get(`/documents/${file?.id}`)).arrayBuffer()).equals(bytes)).toBe(true);
  expect(await (await holder.get(`/apply/${id}?step=2`)).text()).not.toContain("can’t be read");
  const again = await signIn(app);
  expect((await again.get(`/admin/applications/${id}`)).status).toBe(200);
  expect(await keyOnPage(again, old.id)).toBe("");
  const found = await again.post("/admin/applications/passport", { number: "rot 123-456" });
  expect(await found.text()).toContain(`/admin/applications/${id}`);
  expect(app.output()).not.toContain("can't be read");
  await app.stop();
});

test("[V-ROT-2] a rotation killed repeatedly (SIGKILL) resumes, everything can be read meanwhile, and the page shows its progress", async () => {
  const count = 1_000;
  const [june, july] = [keyNamed("june"), keyNamed("july")];
  const ring = ringOf(`${july},${june}`, secret);
  const renewed = firstOf(ring);
  const env = { DATA_DIR: await emptyDataDir(), SECRET: secret, TRUST_PROXY: "yes", KEYRING: `${july},${june}` };
  let app = await startApp(env);
  const keys = await addDataKeys(app, firstOf(ringOf(june, secret)), count);
  const ids = [...keys.keys()];
  const url = embeddedUrl(env.DATA_DIR);
  let release = await hold(url, ids);
  expect((await (await signIn(app)).post(path, renew)).status).toBe(302);
  for (const moment of [0, 300, 999]) {
    await until(`${moment} are renewed`, async () => (await doneBy(app, renewed.id)) === moment, 120);
    await until(
      "the job is at work",
      async () =>
        (await app.query("select 1 from pgboss.job where name = 'encryption.renew' and state = 'active'")).length > 0,
    );
    const page = await pageOf(await signIn(app));
    const region = inside(page.getByRole("region", { name: "Keys" }));
    expect(region.words).toContain(`${moment} of 1,000`);
    expect(region.getByRole("progressbar").getAttribute("aria-valuenow")).toBe(String(moment));
    await app.kill();
    const killed = new Date();
    const next = moment === 0 ? 300 : moment === 300 ? 999 : count;
    const free = new Set(await doneIds(url, renewed.id));
    for (const id of ids) if (free.size < next) free.add(id);
    // While no app runs.
    await release();
    release = await hold(
      url,
      ids.filter((id) => !free.has(id)),
    );
    app = await startApp(env);
    expect(await readDataKeys(app, ring)).toEqual(keys);
    await giveBackJobs(app, killed);
  }
  await until("all are renewed", async () => (await doneBy(app, renewed.id)) === count, 120);
  await release();
  const ended = "select details from admin_activity_log where action_type = 'keys_renewed'";
  await until("it is recorded", async () => (await app.query(ended)).length > 0);
  expect(await app.query(ended)).toEqual([{ details: { total: count, unreadable: 0 } }]);
  expect(await readDataKeys(app, ringOf(july, secret))).toEqual(keys);
  await app.stop();
});

async function doneIds(url: string, by: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select application_id as id from data_keys where wrapped_by = $1", [by]);
  await client.end();
  return rows.map(({ id }) => String(id));
}

describe("two instances on one database", () => {
  test("[V-ROT-2] a rotation started on both instances runs once, and both pages say that the old key can be removed", async () => {
    const [june, july] = [keyNamed("june"), keyNamed("july")];
    const [old, renewed] = [firstOf(ringOf(june, secret)), firstOf(ringOf(july, secret))];
    const DATABASE_URL = await freshDatabase(await sharedApp(), "renewal");
    const env = { DATABASE_URL, SECRET: secret, KEYRING: `${july},${june}`, TRUST_PROXY: "yes" };
    const both = [
      await startApp({ ...env, DATA_DIR: await emptyDataDir() }),
      await startApp({ ...env, DATA_DIR: await emptyDataDir() }),
    ];
    const [instance] = both;
    if (!instance) throw new Error("no instance");
    const keys = await addDataKeys(instance, old, 500);
    const release = await hold(DATABASE_URL, [...keys.keys()].slice(0, 1));
    const desks = await Promise.all(both.map((app) => signIn(app)));
    const responses = await Promise.all(desks.map((desk) => desk.post(path, renew)));
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(screenOf((await refused?.text()) ?? "").getByRole("alert").textContent).toContain(
      "The keys are being renewed already",
    );
    await until("all but one are renewed", async () => (await doneBy(instance, renewed.id)) === 499);
    for (const desk of desks) expect((await pageOf(desk)).words).toContain("499 of 500");
    await release();
    for (const desk of desks)
      await until("it can be removed", async () => (await keyOnPage(desk, old.id)).includes("Can be removed"));
    await until(
      "it is recorded",
      async () =>
        (await instance.query("select 1 from admin_activity_log where action_type = 'keys_renewed'")).length > 0,
    );
    const atWork = "select 1 from pgboss.job where name = 'encryption.renew' and state = 'active'";
    await until("the job is over", async () => (await instance.query(atWork)).length === 0);
    expect(await instance.query("select state from pgboss.job where name = 'encryption.renew'")).toEqual([
      { state: "completed" },
    ]);
    expect(await instance.query("select 1 from admin_activity_log where action_type = 'keys_renewed'")).toHaveLength(1);
    expect(await readDataKeys(instance, ringOf(july, secret))).toEqual(keys);
    for (const app of both) await app.stop();
  });
});

import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { admin, embeddedUrl } from "../harness/app-server";
import { addApplications, fullMetadata, latestRun, rowCounts } from "../harness/applicants/migration-data";
import { signIn } from "../harness/desk/desk";
import { HttpClient, until } from "../harness/http-client";
import { logged } from "../harness/logged";
import { inside, type Screen, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

// The pages and routes of the migration; app/applications/migrate-steps tests what it does.
const path = "/admin/migration";

const app = await sharedApp();
const desk = await signIn(app);
beforeEach(async () => {
  await app.query("delete from visa_applications");
});

const main = (html: string): Screen => inside(screenOf(html).getByRole("main"));
const part = (html: string, name: string) => inside(main(html).getByRole("region", { name }));
async function post(fields: Record<string, string>, as = desk) {
  const response = await as.post(path, fields);
  return { status: response.status, location: response.headers.get("location"), html: await response.text() };
}
const page = async (search = "") => (await desk.get(path + search)).text();
const runs = () => app.query("select count(*)::int from migration_runs");
const nothing = [0, 0, 0, 0, 0, 0, 0];

async function migrateAll() {
  expect(await post({ intent: "migrate-all", confirmed: "yes" })).toMatchObject({ status: 302, location: path });
  return until("the migration is over", async () => {
    const run = await latestRun(app);
    return run?.state === "running" ? undefined : run;
  });
}

describe("access to the migration", () => {
  test("[W-MIG-1, A-MIG-1] a visitor who is not signed in is redirected to the sign-in page", async () => {
    const response = await new HttpClient(app).get(path);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(/^\/admin\/login(\?|$)/);
  });

  test("[W-MIG-2] a request without an admin's session changes and reveals nothing", async () => {
    const [id = ""] = await addApplications(app, fullMetadata());
    const [number] = await app.query<{ n: string }>("select application_number as n from visa_applications");
    const before = await runs();
    const otherUser = new HttpClient(app);
    for (const intent of ["migrate", "verify", "migrate-all"]) {
      const response = await post({ intent, id, confirmed: "yes" }, otherUser);
      expect([intent, response.status]).toEqual([intent, 302]);
      expect(response.location).toContain("/admin/login");
      expect(response.html).not.toContain(number?.n);
    }
    const progress = await otherUser.get(`${path}/progress`);
    expect(progress.status).toBe(401);
    expect(await progress.json()).not.toHaveProperty("total");
    // An applicant with access isn't an admin either.
    await otherUser.start("holder@mail.example");
    expect((await post({ intent: "migrate", id }, otherUser)).status).toBe(302);
    expect(await rowCounts(app, id)).toEqual(nothing);
    expect(await runs()).toEqual(before);
  });

  test("[W-MIG-2] a session of a deactivated admin changes and reveals nothing", async () => {
    const [id = ""] = await addApplications(app, fullMetadata());
    const active = "update admin_users set is_active = $2 where email = $1";
    await app.query(active, [admin.email, false]);
    try {
      for (const intent of ["migrate", "verify", "migrate-all"])
        expect([intent, (await post({ intent, id, confirmed: "yes" })).status]).toEqual([intent, 403]);
    } finally {
      await app.query(active, [admin.email, true]);
    }
    expect(await rowCounts(app, id)).toEqual(nothing);
  });
});

describe("migrating one application", () => {
  test.each([
    ["[W-MIG-6, A-MIG-5] to migrate", "migrate", "Please enter an application ID"],
    ["[W-MIG-7, A-MIG-6] to verify", "verify", "Please enter an application ID to verify"],
  ])("%s: an empty field is refused at the field", async (_, intent, message) => {
    for (const id of ["", "   "]) {
      const { status, html } = await post({ intent, id });
      expect(status).toBe(400);
      expect(main(html).getByText(message, { exact: true })).toBeDefined();
      expect(main(html).getByPlaceholderText("Application ID (UUID)").getAttribute("aria-invalid")).toBe("true");
    }
  });

  test("[W-MIG-8, W-MIG-12] an id with spaces and capitals is migrated, and the result counts only that application", async () => {
    const [id = "", otherId = ""] = await addApplications(app, fullMetadata(), 2);
    const { status, html } = await post({ intent: "migrate", id: ` ${id.toUpperCase()} ` });
    expect(status).toBe(200);
    expect(main(html).words).toMatch(/Total Applications ?1 ?Successful ?1 ?Failed ?0/);
    expect(await rowCounts(app, id)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(await rowCounts(app, otherId)).toEqual(nothing);
  });

  test("[W-MIG-15] a failed step is named without its answer", async () => {
    const [id = ""] = await addApplications(app, { ...fullMetadata(), step5: "torn" });
    const { html } = await post({ intent: "migrate", id });
    expect(main(html).words).toContain("Step 5 failed: its answers are not in a form that can be read");
    expect(main(html).words).not.toContain("torn");
  });

  test("[W-MIG-14, W-MIG-18, W-MIG-20] an unknown or malformed id shows 'Application not found'", async () => {
    for (const id of [crypto.randomUUID(), "' or true --"])
      for (const [intent, failed] of [
        ["migrate", "Migration failed: Application not found"],
        ["verify", "Verification failed: Application not found"],
      ] as const) {
        const { status, html } = await post({ intent, id });
        expect(status).toBe(400);
        expect(inside(main(html).getByRole("alert")).words).toContain(failed);
      }
  });

  test("[W-MIG-17, A-MIG-7] the verification compares metadata and tables, in total and step by step", async () => {
    const [id = ""] = await addApplications(app, { ...fullMetadata(), step6: {} });
    const verify = async () => part((await post({ intent: "verify", id })).html, "Verification result");
    const before = await verify();
    expect(before.getByRole("alert").textContent).toContain("Not verified");
    expect(before.getByRole("alert").textContent).toContain("6 steps have the required answers but no row");
    await post({ intent: "migrate", id });
    const after = await verify();
    expect(after.getByRole("status").textContent).toContain("Verified");
    expect(after.words).toMatch(/Steps in metadata ?7 of 7 ?Tables with a row ?6 of 7/);
    const row = after.getByRole("row", { name: /Employment\/Education/ });
    expect(inside(row).words).toMatch(/Yes ?No ?Required answers missing/);
    await app.query("delete from contact_information");
    expect((await verify()).words).toContain("1 step has the required answers but no row");
  });
});

describe("migrating all applications", () => {
  test("[W-MIG-4, A-MIG-3] a run does not start without confirmation", async () => {
    const [id = ""] = await addApplications(app, fullMetadata());
    const before = await runs();
    expect(await post({ intent: "migrate-all" })).toMatchObject({ status: 302, location: `${path}?confirm=all` });
    expect(main(await page("?confirm=all")).getByText("Migrate all applications?")).toBeDefined();
    expect(await runs()).toEqual(before);
    expect(await rowCounts(app, id)).toEqual(nothing);
  });

  test("[W-MIG-8, W-MIG-16, A-MIG-8] the result of a run shows its counts and the first 200 failures", async () => {
    await addApplications(app, fullMetadata(), 20);
    await addApplications(app, {}, 230);
    await migrateAll();
    const results = part(await page(), "Migration results");
    expect(results.words).toMatch(/Total Applications ?250 ?Successful ?20 ?Failed ?230/);
    expect(results.getAllByText("No metadata found or invalid metadata format")).toHaveLength(200);
    expect(results.words).toContain("30 more");
  });

  test("a run without applications reports zero for each count", async () => {
    await migrateAll();
    expect(part(await page(), "Migration results").words).toMatch(/Total Applications ?0 ?Successful ?0 ?Failed ?0/);
  });

  test("[W-MIG-19] a run that fails is reported on the page and in the log", async () => {
    await addApplications(app, fullMetadata());
    await app.query("alter table family_background rename to family_away");
    try {
      await migrateAll();
    } finally {
      await app.query("alter table family_away rename to family_background");
    }
    const alert = part(await page(), "Migration results").getByRole("alert");
    expect(alert.textContent).toContain("Migration failed. Check console for details.");
    await logged(app, "the migration of all applications broke off");
  });

  test("a running migration shows its progress instead of the confirmation, and a second run is refused", async () => {
    const ids = (await addApplications(app, fullMetadata(), 3)).toSorted();
    // A lock on the first application, so that the run waits for it.
    const holder = new pg.Client({ connectionString: embeddedUrl(app.dataDir) });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1 from visa_applications where id = $1 for update", [ids[0]]);
    try {
      expect((await post({ intent: "migrate-all", confirmed: "yes" })).status).toBe(302);
      const second = await post({ intent: "migrate-all", confirmed: "yes" });
      expect(second.status).toBe(409);
      const refused = "Migration failed: another migration of all applications is running";
      expect(main(second.html).words).toContain(refused);
      expect(await (await desk.get(`${path}/progress`)).json()).toMatchObject({ state: "running", total: 3, done: 0 });
      expect(part(await page(), "Migration results").getByRole("link", { name: "Refresh" })).toBeDefined();
      expect(main(await page("?confirm=all")).queryByText("Migrate all applications?")).toBeNull();
    } finally {
      await holder.query("rollback");
      await holder.end();
    }
    await until("the run goes on", async () => (await latestRun(app))?.state === "done");
  });
});

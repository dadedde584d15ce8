import { beforeEach, describe, expect, test } from "vitest";
import { nassauDay } from "~/core/time";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { runJob } from "../../../test/harness/in-process/jobs";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { newInquiry } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import type { Kind } from "./kind";
import { kinds } from "./kinds.server";
import { readRetention } from "./read-runs.server";
import { registerRetention, runNight } from "./run.server";
import { nextRun, readTonight } from "./tonight.server";

const database = testDatabase();
const nights = nightsIn(database);
beforeEach(async () => {
  for (const table of ["retention_runs", "retention_failures", "visa_applications", "visa_inquiries"])
    await database.query(`delete from ${table}`);
  for (const table of ["visa_service_views", "email_notifications", "admin_activity_log"])
    await database.query(`delete from ${table}`);
});

/** Expired views, some of which block another batch. */
async function oldViews(count: number) {
  await database.query(
    `insert into visa_service_views (service_id, session_id, viewed_at)
     select (select id from visa_services limit 1), gen_random_uuid()::text, now() - interval '2 years' from generate_series(1, $1)`,
    [count],
  );
}
const views = async () =>
  Number((await database.query<{ n: string }>("select count(*) as n from visa_service_views"))[0]?.n);
async function oldDraft() {
  const draft = await draftOf(database);
  await nights.age("visa_applications", "last_updated_at", draft.id, "100 days");
  return draft;
}
const countsOf = async (night: string) =>
  (
    await database.query<{ counts: Record<string, number>; ended: boolean }>(
      "select counts, finished_at is not null as ended from retention_runs where night = $1",
      [night],
    )
  )[0];

/** The same kinds, one of which runs something before removing a batch. */
const instead = (name: string, before: (ids: readonly string[]) => Promise<void> | void): Kind[] =>
  kinds.map((kind) =>
    kind.kind === name
      ? {
          ...kind,
          remove: async (tx, ids) => {
            await before(ids);
            return kind.remove(tx, ids);
          },
        }
      : kind,
  );

describe("[V-RET-11] the nightly run", () => {
  test("an aborted run resumes where it stopped, in batches, and its counts are kept", async () => {
    await oldViews(1_200);
    await oldDraft();
    const stop = new AbortController();
    let batches = 0;
    const broken = instead("views", () => {
      batches += 1;
      if (batches === 2) stop.abort();
    });
    await expect(runNight("2031-02-01", broken, stop.signal)).rejects.toThrow();
    expect(await countsOf("2031-02-01")).toMatchObject({ counts: { views: 1_000 }, ended: false });
    expect(await views()).toBe(200);
    await runNight("2031-02-01");
    expect(await countsOf("2031-02-01")).toMatchObject({ counts: { views: 1_200, drafts: 1 }, ended: true });
    expect(await views()).toBe(0);
  });

  test("a batch during which the connection fails is repeated as a whole: nothing is deleted without being counted", async () => {
    await oldViews(600);
    const failing = instead("views", () => {
      throw Object.assign(new Error("gone"), { code: "57P01" });
    });
    await expect(runNight("2031-02-02", failing)).rejects.toThrow("gone");
    expect([await views(), (await countsOf("2031-02-02"))?.counts]).toEqual([600, {}]);
    expect((await readRetention()).failures).toEqual([]);
    await runNight("2031-02-02");
    expect(await countsOf("2031-02-02")).toMatchObject({ counts: { views: 600 }, ended: true });
  });

  test("two simultaneous runs count each item once, and a second run in the same night does nothing", async () => {
    await oldViews(1_500);
    for (let made = 0; made < 5; made++) await oldDraft();
    await Promise.all([runNight("2031-02-03"), runNight("2031-02-03")]);
    expect(await countsOf("2031-02-03")).toMatchObject({ counts: { views: 1_500, drafts: 5 }, ended: true });
    const deleted = "select 1 from admin_activity_log where action_type = 'draft_deleted_by_schedule'";
    expect(await database.query(deleted)).toHaveLength(5);
    await oldViews(1);
    await runNight("2031-02-03");
    expect(await views()).toBe(1);
  });

  test("a failing row is reported without its values, blocks no other, and is removed from the report once it succeeds", async () => {
    const [bad, good] = [await oldDraft(), await oldDraft()];
    await oldViews(3);
    const [view] = await database.query<{ id: string }>("select id from visa_service_views limit 1");
    const refusing = instead("drafts", (ids) => {
      if (ids.includes(bad.id)) throw Object.assign(new Error(`secret of ${bad.email}`), { code: "23503" });
    }).map((kind) =>
      kind.kind === "views"
        ? (instead("views", (ids) => {
            if (view && ids.includes(view.id)) throw new Error("secret");
          }).find((kind) => kind.kind === "views") ?? kind)
        : kind,
    );
    await runNight("2031-02-04", refusing);
    expect(await countsOf("2031-02-04")).toMatchObject({ counts: { views: 2, drafts: 1 }, ended: true });
    expect(await nights.isThere("visa_applications", good.id)).toBe(false);
    const { failed, failures } = await readRetention();
    expect(failed).toBe(2);
    expect(failures.map(({ label, name, reason }) => ({ label, name, reason }))).toEqual(
      expect.arrayContaining([
        {
          label: "Unsubmitted applications",
          name: bad.number,
          reason: "The database refused it (23503).",
        },
        { label: "Views of service pages", name: "", reason: "It could not be removed; the program’s log says why." },
      ]),
    );
    expect(JSON.stringify(failures)).not.toContain("secret");
    await runNight("2031-02-05");
    expect((await readRetention()).failed).toBe(0);
    expect(await nights.isThere("visa_applications", bad.id)).toBe(false);
  });

  test("the run ends and reports it if an item still exists after its deletion", async () => {
    const draft = await oldDraft();
    const idle = kinds.map((kind) => (kind.kind === "drafts" ? { ...kind, remove: async () => 0 } : kind));
    await runNight("2031-02-06", idle);
    expect((await readRetention()).failures).toMatchObject([{ name: draft.number, reason: "It is still there." }]);
  });

  test("the run is one job per day in Nassau", async () => {
    registerRetention();
    await oldViews(1);
    await runJob("privacy.nightly", {});
    expect(await countsOf(nassauDay())).toMatchObject({ counts: { views: 1 }, ended: true });
  });
});

describe("[V-RET-12] the report on retention", () => {
  test("each run is listed with its time and a count for each kind, without names, emails or ids", async () => {
    const draft = await oldDraft();
    const inquiry = await newInquiry();
    await nights.age("visa_inquiries", "created_at", inquiry, "3 years");
    await runNight("2031-03-01");
    await runNight("2031-03-02");
    const { runs } = await readRetention();
    expect(runs.map(({ night }) => night)).toEqual(["2031-03-02", "2031-03-01"]);
    const first = runs[1];
    expect(first?.counts).toHaveLength(kinds.length);
    expect(first?.counts.filter(({ n }) => n > 0)).toEqual([
      { label: "Inquiries", n: 1 },
      { label: "Unsubmitted applications", n: 1 },
    ]);
    expect(first?.startedAt).toBeInstanceOf(Date);
    const stored = JSON.stringify(await database.query("select * from retention_runs"));
    for (const text of [draft.id, draft.number, draft.email, inquiry, "Nadège"]) expect(stored).not.toContain(text);
  });

  test("the preview for tonight matches what is deleted, with application numbers, and changes nothing", async () => {
    const [draft, young] = [await oldDraft(), await draftOf(database)];
    const decided = await draftOf(database, { ...submitted, status: "denied" });
    await database.query(
      `insert into application_status_history (application_id, from_status, to_status, created_at)
       values ($1, 'submitted', 'denied', now() - interval '8 years')`,
      [decided.id],
    );
    // Due at the time of the run, not yet now.
    const soon = await draftOf(database);
    await database.query(
      "update visa_applications set last_updated_at = $2::timestamptz - interval '90 days 2 hours' where id = $1",
      [soon.id, nextRun().toISOString()],
    );
    await oldViews(7);
    const all = () =>
      database.query(
        `select (select json_agg(a order by id) from visa_applications a) as a, (select count(*) from visa_service_views) as v,
           (select count(*) from admin_activity_log) as l, (select count(*) from retention_runs) as r,
           (select count(*) from email_notifications) as m, (select count(*) from pgboss.job) as j`,
      );
    const before = await all();
    const { at, counts } = await readTonight();
    expect(await all()).toEqual(before);
    expect(at.getTime()).toBeGreaterThan(Date.now());
    const countOf = Object.fromEntries(counts.map(({ kind, n }) => [kind, n]));
    expect(countOf).toMatchObject({ views: 7, drafts: 2, applications: 1, inquiries: 0 });
    const numbers = (kind: string) => counts.find((count) => count.kind === kind)?.numbers.toSorted();
    expect(numbers("drafts")).toEqual([draft.number, soon.number].toSorted());
    expect(numbers("applications")).toEqual([decided.number]);
    await database.query("update visa_applications set last_updated_at = last_updated_at - interval '1 day'");
    expect(await nights.run()).toMatchObject({ views: 7, drafts: 2, applications: 1 });
    expect(await nights.isThere("visa_applications", young.id)).toBe(true);
  });
});

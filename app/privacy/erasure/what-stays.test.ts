import { beforeAll, expect, test } from "vitest";
import { erasedBy } from "~/cases/desk/list/erased.server";
import { nassauDay } from "~/core/time";
import { runJob } from "../../../test/harness/in-process/jobs";
import { markedCases } from "../../../test/harness/in-process/marked-case";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { registerRestriction } from "../restricted/restrict.server";

const { database, work, dump, markedCase } = markedCases();
const nights = nightsIn(database);
beforeAll(() => registerRestriction());

const decide = (id: string, years: number) =>
  database.query(
    `with set as (update visa_applications set status = 'denied' where id = $1)
     insert into application_status_history (application_id, from_status, to_status, created_at)
     values ($1, 'submitted', 'denied', now() - make_interval(years => $2))`,
    [id, years],
  );

/** The ways in which a case is removed. */
const ways: Record<string, (id: string) => Promise<unknown>> = {
  "on request": async (id) => {
    await decide(id, 8);
    await runJob("privacy.erase", { kind: "application", id });
  },
  "by the nightly run": async (id) => {
    await decide(id, 8);
    await nights.run();
  },
  "by the nightly run, restricted before": async (id) => {
    await decide(id, 6);
    await runJob("privacy.restrict", { applicationId: id });
    expect(await erasedBy((await numberOf(id)) ?? ""), "it is not erased yet").toBeNull();
    await database.query("update restricted_cases set restricted_until = '2026-01-01' where id = $1", [id]);
    await nights.run();
  },
};
const numberOf = async (id: string) =>
  (
    await database.query<{ number: string }>(
      "select application_number as number from restricted_cases where id = $1",
      [id],
    )
  )[0]?.number;

test.each(Object.keys(ways))(
  "[V-ERASE-8] a case erased %s keeps its number and days, and what the record says of whom and when",
  async (way) => {
    const { id, mark: marker, number, email } = await markedCase();
    const entries = () =>
      database.query<{ id: string; action: string; by: string | null; at: Date }>(
        "select id, action_type as action, admin_email as by, created_at as at from admin_activity_log where subject_id = $1 order by id",
        [id],
      );
    const before = await entries();
    expect(before.map(({ action }) => action)).toEqual(expect.arrayContaining(["note_added", "answers_opened"]));
    await ways[way]?.(id);
    const [days] = await database.query<{ day: string }>("select decided_on::text as day from erasures where id = $1", [
      id,
    ]);
    const years = way.includes("restricted") ? 6 : 8;
    expect(days?.day.slice(0, 4)).toBe(String(Number(nassauDay().slice(0, 4)) - years));
    expect(await erasedBy(number)).toMatchObject({
      ...{ number, startedOn: nassauDay(), submittedOn: nassauDay(), decidedOn: days?.day },
      erasedAt: expect.stringContaining(new Date().toISOString().slice(0, 10)),
    });
    expect(await entries()).toEqual(expect.arrayContaining(before));
    const names = await database.query(
      "select distinct subject_name as name from admin_activity_log where subject_id = $1",
      [id],
    );
    expect(names).toEqual([{ name: number }]);
    for (const job of ["documents.remove-bytes", "privacy.clean-outbox", "mail.send", "privacy.erase-late"])
      await work(job);
    const after = await dump();
    for (const value of [marker, email]) expect(after).not.toContain(value);
  },
);

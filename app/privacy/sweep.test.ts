import { beforeAll, expect, test } from "vitest";
import { draftOf } from "../../test/harness/in-process/draft";
import { nightsIn } from "../../test/harness/in-process/nights";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { readRetention } from "./retention/read-runs.server";
import { sweepPrivacy } from "./sweep.server";

const database = testDatabase();
const nights = nightsIn(database);

/** A copy that has expired. */
async function readyCopy(): Promise<string> {
  const { id } = await draftOf(database);
  const [row] = await database.query<{ id: string }>(
    `insert into data_copies (application_id, state, offered_until) values ($1, 'ready', now() - interval '1 minute')
     returning id`,
    [id],
  );
  return row?.id ?? "";
}
const stateOf = async (id: string) =>
  (await database.query<{ state: string }>("select state from data_copies where id = $1", [id]))[0]?.state;

beforeAll(async () => {
  await database.query(
    `create table refused (id uuid); create function refuse_row() returns trigger language plpgsql as $$
     begin
       if exists (select from refused where id = old.id) then raise exception 'secret' using errcode = '23503'; end if;
       return coalesce(new, old);
     end $$;
     create trigger refuse_row before update on data_copies for each row execute function refuse_row()`,
  );
});

test("[V-RET-11] a failing item doesn't block the hourly sweep and is listed on the desk until it succeeds", async () => {
  const copies = [await readyCopy(), await readyCopy()];
  await database.query("insert into refused values ($1)", [copies[0]]);
  await sweepPrivacy();
  expect(await Promise.all(copies.map(stateOf))).toEqual(["ready", "gone"]);
  // The nightly run only resolves failures of its own kinds.
  await nights.run();
  const { failures } = await readRetention();
  expect(failures.map(({ label, name, reason }) => ({ label, name, reason }))).toEqual([
    { label: "Expired data copies", name: "", reason: "The database refused it (23503)." },
  ]);
  await database.query("delete from refused");
  await sweepPrivacy();
  expect(await Promise.all(copies.map(stateOf))).toEqual(["gone", "gone"]);
  expect((await readRetention()).failed).toBe(0);
});

test("[V-RET-5] an unconfirmed request for a copy or an erasure is deleted after 7 days", async () => {
  const { id } = await draftOf(database);
  await database.query(
    "insert into data_links (email, created_at) values ('a@mail.example', now() - interval '7 days 2 hours'), ('b@mail.example', now() - interval '6 days 20 hours')",
  );
  await database.query(
    `insert into erasure_requests (group_id, application_id, email, state, created_at, decided_at) values
     (gen_random_uuid(), $1, 'a@mail.example', 'asked', now() - interval '7 days 2 hours', null),
     (gen_random_uuid(), $1, 'b@mail.example', 'refused', now() - interval '2 years', now() - interval '12 months' + interval '2 days'),
     (gen_random_uuid(), $1, 'c@mail.example', 'refused', now() - interval '2 years', now() - interval '12 months 2 hours')`,
    [id],
  );
  expect(await nights.run()).toMatchObject({ "data-links": 1, "erasure-requests": 1, "refused-requests": 1 });
  const left = "select email from data_links union all select email from erasure_requests";
  expect(await database.query(left)).toEqual([{ email: "b@mail.example" }, { email: "b@mail.example" }]);
});

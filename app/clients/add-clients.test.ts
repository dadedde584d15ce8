import { beforeEach, describe, expect, test } from "vitest";
import { db, pool } from "~/db/client.server";
import { assignWaiting } from "~/people/waiting.server";
import { insertImport } from "../../test/harness/desk/client-rows";
import { insertDraft, insertInquiry } from "../../test/harness/desk/people-rows";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { addClients, type NewClient } from "./add-clients.server";

const database = testDatabase();
let importId: string;
beforeEach(async () => {
  for (const table of ["visa_applications", "visa_inquiries", "clients"]) await database.query(`delete from ${table}`);
  while (await assignWaiting());
  importId = await insertImport(database);
});

let line = 0;
const client = (fields: Partial<NewClient> = {}): NewClient => ({
  ...{ line: ++line, name: "Natasha Rolle", email: "", phone: "+1 242 555 0100" },
  ...{ nationality: "JM", serviceId: null, reference: "" },
  keyDates: [{ kind: "permit", endsOn: "2027-03-01" }],
  ...fields,
});
const add = (rows: readonly NewClient[]) =>
  db.transaction((tx) => addClients(tx, rows, { importId, isReminded: false, by: "boss@lucaya.example" }));

/** Which records belong together, by name and contact, whatever the ids of persons are. */
const grouping = async () =>
  (
    await database.query<{ whole: string }>(
      `select string_agg(name || '|' || email || '|' || array_to_string(phones, ' '), ' + ' order by name, email, phones) as whole
       from person_records group by person_id`,
    )
  )
    .map(({ whole }) => whole)
    .toSorted();
const pairs = async () => (await database.query("select same from person_pairs order by same")).map((row) => row.same);

describe("clients taken over from elsewhere", () => {
  test("[X-IMPORT-8] a client whose person is known is one more record of that person, at once", async () => {
    const inquiry = await insertInquiry(database, { phone: "242.555.0100", email: "n@mail.example" });
    while (await assignWaiting());
    const [known, other] = await add([client(), client({ name: "Rosa Rolle", email: "N@mail.example", phone: "" })]);
    const persons = await database.query<{ id: string }>(
      "select person_id as id from person_records where inquiry_id = $1",
      [inquiry],
    );
    expect(known).toMatchObject({ personId: persons[0]?.id, isJoined: true });
    expect(other?.personId).not.toBe(known?.personId);
    expect(other?.isJoined).toBe(false);
    expect(await database.query("select 1 from people_waiting")).toEqual([]);
    expect(
      await database.query(
        "select name, inquiries, cases, clients, imported_at is not null as imported from people order by name",
      ),
    ).toEqual([
      { name: "Natasha Rolle", inquiries: 1, cases: 0, clients: 1, imported: true },
      { name: "Rosa Rolle", inquiries: 0, cases: 0, clients: 1, imported: true },
    ]);
    // The shared email alone is only offered.
    expect(await pairs()).toEqual([["email"]]);
  });

  test("[X-IMPORT-8] people are the same whether clients are added together, singly or after everybody else", async () => {
    const names = ["Natasha Rolle", "Rosa Rolle", "natasha  ROLLE", "Zoë Núñez", "Zoe Nunez"];
    const rows = Array.from({ length: 120 }, (_, index) =>
      client({
        name: names[index % names.length] ?? "",
        email: index % 3 === 0 ? `client${index % 27}@mail.example` : "",
        phone: index % 3 === 0 ? "" : `+1 242 555 ${String(100 + (index % 7)).padStart(4, "0")}`,
      }),
    );
    await insertDraft(database, { phone: "+1 242 555 0103", passport: ["key:a", "n1", "BS:n1"] });
    const run = async (chunks: NewClient[][]) => {
      await database.query("delete from clients");
      while (await assignWaiting());
      for (const chunk of chunks) await add(chunk);
      return { people: await grouping(), pairs: await pairs() };
    };
    const together = await run([rows]);
    expect(together.people.length).toBeGreaterThan(10);
    expect(await run(rows.map((row) => [row]))).toEqual(together);
    expect(await run([rows.slice(50), rows.slice(0, 50)])).toEqual(together);
    // By the triggers and the job alone, as rows entered by hand would be.
    await database.query("update clients set reference = 'again'");
    await database.query("delete from person_records where client_id is not null");
    while (await assignWaiting());
    expect({ people: await grouping(), pairs: await pairs() }).toEqual(together);
  });

  test("[X-IMPORT-8] while a verb has a record of the same person locked, clients are added, and get their person a moment later", async () => {
    const draft = await insertDraft(database, { phone: "+1 242 555 0100", passport: ["key:a", "n1", "BS:n1"] });
    const inquiry = await insertInquiry(database, { phone: "+1 242 555 0100" });
    while (await assignWaiting());
    // The draft's name has changed meanwhile, so that its person has to be read again with all its records.
    await database.query("delete from people_waiting");
    await database.query("update person_records set keys = '{}', name = 'Somebody Else' where application_id = $1", [
      draft,
    ]);
    const lock = await pool.connect();
    try {
      await lock.query("begin");
      await lock.query("select 1 from visa_inquiries where id = $1 for update", [inquiry]);
      await lock.query("select 1 from visa_applications where id = $1 for update", [draft]);
      const [added] = await add([client()]);
      expect(added).toMatchObject({ personId: null, isJoined: false });
    } finally {
      await lock.query("rollback");
      lock.release();
    }
    while (await assignWaiting());
    const persons = await database.query<{ client: boolean; person: string }>(
      "select client_id is not null as client, person_id as person from person_records where application_id is null",
    );
    expect(new Set(persons.map(({ person }) => person)).size).toBe(1);
    expect(persons).toHaveLength(2);
  });
});

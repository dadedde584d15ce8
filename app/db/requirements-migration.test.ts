import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { testDatabase } from "../../test/harness/in-process/test-database";

const database = testDatabase();

/** What the migration does with stored rows. */
const filling = readFileSync("app/db/migrations/0013_requirements.sql", "utf8")
  .split("--> statement-breakpoint")
  .filter((statement) => /^\s*(--.*\n)*\s*(with|update|insert) /.test(statement));
const long = `Bank statements ${"of the last three months, ".repeat(5)}with {price:bahamian-evisa} on them`;

beforeAll(async () => {
  await database.query(
    "delete from document_requirements where visa_service_id in (select id from visa_services where slug in ('canadian-eta', 'uk-transit-visa'))",
  );
  await database.query("update visa_services set requirements = $1 where slug = 'canadian-eta'", [
    ["A letter", "  A  photograph\n", "a letter", "", long, `${long} or others`, `${"x".repeat(119)}{stay} long`],
  ]);
  await database.query("update visa_services set requirements = '{}' where slug = 'uk-transit-visa'");
  await database.query("update visa_services set requirements = '{Ours}' where slug = 'uk-visitor-visa'");
  await database.query(
    `update document_requirements set document_name = case document_type when 'photo' then 'Our photo' else 'Passport copy' end
     where document_type in ('photo', 'passport_copy') and visa_service_id = (select id from visa_services where slug = 'bahamian-evisa')`,
  );
  expect(filling).toHaveLength(4);
  await db.transaction(async (tx) => {
    for (const statement of filling) await tx.execute(statement);
  });
});

const asked = (slug: string) =>
  database.query<{ name: string; description: string; type: string; names: string[] }>(
    `select r.document_name as name, r.description, r.document_type as type, s.requirements as names
     from document_requirements r join visa_services s on s.id = r.visa_service_id where s.slug = $1 order by r.display_order`,
    [slug],
  );

test("[K-DOCS-2] after the upgrade every service names the documents of its list, in its order", async () => {
  const services = await database.query<{ slug: string; names: string[]; list: string[] | null }>(
    `select s.slug, s.requirements as names, (select array_agg(r.document_name order by r.display_order, r.id)
       from document_requirements r where r.visa_service_id = s.id) as list from visa_services s`,
  );
  for (const { slug, names, list } of services) expect([slug, names]).toEqual([slug, list ?? []]);
  expect((await asked("uk-visitor-visa")).map(({ name }) => name)).not.toContain("Ours");
  expect((await asked("bahamian-evisa")).slice(0, 2).map(({ name }) => name)).toEqual([
    "Passport valid at least 6 months",
    "Our photo",
  ]);
});

test("[K-DOCS-2] a service without a list gets one of its former texts, each name of at most 120 characters", async () => {
  const list = await asked("canadian-eta");
  expect(list.slice(0, 2)).toMatchObject([
    { name: "A letter", description: "", type: "document_1" },
    { name: "A photograph", description: "", type: "document_2" },
  ]);
  const [, , first, second, third, ...more] = list;
  expect(more).toEqual([]);
  expect(`${first?.name} ${first?.description}`).toBe(long);
  expect(second?.name).toBe(`${first?.name.slice(0, 114)} (2)`);
  expect(second?.description).toBe(`${long} or others`);
  expect([third?.name, third?.description]).toEqual(["x".repeat(119), "{stay} long"]);
  expect(new Set(list.map(({ type }) => type)).size).toBe(5);
  for (const { name } of list) expect(name.length).toBeLessThanOrEqual(120);
  expect(await asked("uk-transit-visa")).toEqual([]);
});

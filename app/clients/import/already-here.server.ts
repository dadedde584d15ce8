import { sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { idList, textList } from "~/people/facts.server";
import { keysOf } from "~/people/keys.server";
import { type ImportedClient, pauseAt } from "./check-lines.server";

/** What becomes of a line without errors; `joined`: a further record of a person that is known already. */
export type Outcome = "created" | "joined" | "skipped";

export type InFile = { client: ImportedClient; isRepeated: boolean; isKnown: boolean; dates: ReadonlySet<string> };

const factsOf = ({ name, email, phone }: Pick<ImportedClient, "name" | "email" | "phone">) => ({
  ...{ name, email, phones: phone ? [phone] : [], birthDate: "", passportDigests: [] },
});
/** The keys of its person (K-PPL-3). */
const personKeys = (client: ImportedClient) => keysOf({ ...factsOf(client), isEmailConfirmed: false }).keys;
/** Also name and email: the same client in an earlier import or line, although its email was never confirmed. */
const clientKeys = (client: Pick<ImportedClient, "name" | "email" | "phone">) =>
  keysOf({ ...factsOf(client), isEmailConfirmed: true }).keys;

const dateKey = ({ kind, endsOn }: { kind: string; endsOn: string | null }) => `${kind} ${endsOn}`;

/** Compares each line with the earlier ones of its file. Depends on the file alone, so a resumed run sees the same. */
export async function compareInFile(clients: readonly ImportedClient[]): Promise<InFile[]> {
  const seen = new Set<string>();
  const people = new Set<string>();
  const datesOf = new Map<string, Set<string>>();
  const compared: InFile[] = [];
  for (const [index, client] of clients.entries()) {
    await pauseAt(index);
    const { line: _, ...content } = client;
    const text = JSON.stringify(content);
    const keys = clientKeys(client);
    const own = personKeys(client);
    compared.push({
      client,
      isRepeated: seen.has(text),
      isKnown: own.some((key) => people.has(key)),
      dates: new Set(keys.flatMap((key) => [...(datesOf.get(key) ?? [])])),
    });
    seen.add(text);
    for (const key of own) people.add(key);
    for (const key of keys) {
      const dates = datesOf.get(key) ?? new Set();
      for (const date of client.keyDates) dates.add(dateKey(date));
      datesOf.set(key, dates);
    }
  }
  return compared;
}

/** Decides for each line what becomes of it, by the file and by what is stored now. */
export async function outcomesOf(from: Queryable, lines: readonly InFile[]): Promise<Outcome[]> {
  const people = await knownPeople(from, lines);
  const clients = await knownClients(from, lines);
  return lines.map(({ client, isRepeated, isKnown, dates }) => {
    const persons = personKeys(client).flatMap((key) => people.get(key) ?? []);
    const known = [...dates, ...persons.flat(), ...clientKeys(client).flatMap((key) => clients.get(key) ?? [])];
    const all = new Set(known);
    if (isRepeated || client.keyDates.every((date) => all.has(dateKey(date)))) return "skipped";
    return isKnown || persons.length > 0 ? "joined" : "created";
  });
}

/** By key: the dates of each person who has it. */
async function knownPeople(from: Queryable, lines: readonly InFile[]): Promise<Map<string, string[][]>> {
  const keys = [...new Set(lines.flatMap(({ client }) => personKeys(client)))];
  const { rows } = await from.execute<{ key: string; person: string }>(sql`
    select distinct key, person_head(r.person_id) as person from person_records r, unnest(r.keys) key
    where r.keys && ${textList(keys)} and key = any(${textList(keys)})`);
  const persons = [...new Set(rows.map(({ person }) => person))];
  const { rows: dates } = await from.execute<{ person: string; kind: string; ends_on: string | null }>(sql`
    select person_head(r.person_id) as person, k.kind, k.ends_on::text as ends_on
    from people p join person_records r on r.person_id = p.id
      join key_dates k on k.client_id = r.client_id or k.application_id = r.application_id
    where p.id = any(${idList(persons)}) or p.joined_into = any(${idList(persons)})`);
  const datesOf = Map.groupBy(dates, ({ person }) => person);
  const found = new Map<string, string[][]>();
  for (const { key, person } of rows) {
    const own = (datesOf.get(person) ?? []).map(({ kind, ends_on }) => dateKey({ kind, endsOn: ends_on }));
    found.set(key, [...(found.get(key) ?? []), own]);
  }
  return found;
}

/** By key: the dates of clients with the same name and email, who are not known by a key of their person. */
async function knownClients(from: Queryable, lines: readonly InFile[]): Promise<Map<string, string[]>> {
  const emails = [...new Set(lines.flatMap(({ client }) => client.email.toLowerCase() || []))];
  const { rows } = await from.execute<{ name: string; email: string; kind: string; ends_on: string | null }>(sql`
    select c.name, c.email, k.kind, k.ends_on::text as ends_on
    from clients c join key_dates k on k.client_id = c.id
    where lower(c.email) = any(${textList(emails)})`);
  const found = new Map<string, string[]>();
  for (const { name, email, kind, ends_on } of rows)
    for (const key of clientKeys({ name, email, phone: "" }))
      found.set(key, [...(found.get(key) ?? []), dateKey({ kind, endsOn: ends_on })]);
  return found;
}

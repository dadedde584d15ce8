import { sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { idList, textList } from "~/people/facts.server";
import { keysOf } from "~/people/keys.server";
import { type ImportedClient, type ImportedDate, pauseAt } from "./check-lines.server";

/** What becomes of a line without errors; `joined`: a further record of a person that is known already. */
export type Outcome = "created" | "joined" | "skipped";

/** `dates`: those of its own dates that an earlier line of the same client has. */
export type InFile = { client: ImportedClient; isRepeated: boolean; isKnown: boolean; dates: ReadonlySet<string> };
type DatesByKey = ReadonlyMap<string, readonly ReadonlySet<string>[]>;

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
      // Not all dates of the others: a company's name and email may be on each of 10,000 lines.
      dates: new Set(client.keyDates.map(dateKey).filter((date) => keys.some((key) => datesOf.get(key)?.has(date)))),
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
    const known = [dates, ...persons, ...clientKeys(client).flatMap((key) => clients.get(key) ?? [])];
    const isHere = (date: ImportedDate) => known.some((all) => all.has(dateKey(date)));
    if (isRepeated || client.keyDates.every(isHere)) return "skipped";
    return isKnown || persons.length > 0 ? "joined" : "created";
  });
}

/** By key: the dates of each person who has it, with those of all who were joined into them. */
async function knownPeople(from: Queryable, lines: readonly InFile[]): Promise<DatesByKey> {
  const keys = [...new Set(lines.flatMap(({ client }) => personKeys(client)))];
  const { rows } = await from.execute<{ key: string; person: string }>(sql`
    select distinct key, person_head(r.person_id) as person from person_records r, unnest(r.keys) key
    where r.keys && ${textList(keys)} and key = any(${textList(keys)})`);
  const persons = [...new Set(rows.map(({ person }) => person))];
  const { rows: dates } = await from.execute<{ person: string; kind: string; ends_on: string | null }>(sql`
    with recursive down as (
      select id as person, id from unnest(${idList(persons)}) id
      union all
      select down.person, p.id from people p join down on p.joined_into = down.id
    )
    select distinct down.person, k.kind, k.ends_on::text as ends_on
    from down join person_records r on r.person_id = down.id
      join key_dates k on k.client_id = r.client_id or k.application_id = r.application_id`);
  const datesOf = new Map(persons.map((person) => [person, new Set<string>()]));
  for (const { person, kind, ends_on } of dates) datesOf.get(person)?.add(dateKey({ kind, endsOn: ends_on }));
  const found = new Map<string, ReadonlySet<string>[]>();
  for (const { key, person } of rows) {
    const ofKey = found.get(key) ?? [];
    ofKey.push(datesOf.get(person) ?? new Set());
    found.set(key, ofKey);
  }
  return found;
}

/** By key: the dates of clients with the same name and email, who are not known by a key of their person. */
async function knownClients(from: Queryable, lines: readonly InFile[]): Promise<DatesByKey> {
  const emails = [...new Set(lines.flatMap(({ client }) => client.email.toLowerCase() || []))];
  const { rows } = await from.execute<{ name: string; email: string; kind: string; ends_on: string | null }>(sql`
    select distinct c.name, c.email, k.kind, k.ends_on::text as ends_on
    from clients c join key_dates k on k.client_id = c.id
    where lower(c.email) = any(${textList(emails)})`);
  const found = new Map<string, [Set<string>]>();
  for (const { name, email, kind, ends_on } of rows)
    for (const key of clientKeys({ name, email, phone: "" })) {
      const [dates] = found.get(key) ?? [new Set()];
      found.set(key, [dates.add(dateKey({ kind, endsOn: ends_on }))]);
    }
  return found;
}

import { randomBytes, randomUUID } from "node:crypto";
import { open, seal } from "../../../app/encryption/cipher.server";
import { type MasterKey, masterKeys } from "../../../app/encryption/master-keys.server";
import { parseKeyring } from "../../../app/parse-keyring";
import type { Queried } from "../app-server";

/** A new key in the format of KEYRING. */
export const keyNamed = (name: string): string => `${name}:${randomBytes(32).toString("base64")}`;

/** The keys of a KEYRING and a SECRET, in order. */
export const ringOf = (keyring: string, secret: string): MasterKey[] =>
  masterKeys(keyring ? parseKeyring(keyring) : [], secret);

export const firstOf = ([first]: readonly MasterKey[]): MasterKey => {
  if (!first) throw new Error("a ring has a key");
  return first;
};

/** Wraps a data key for its owner, as the app does. */
export const wrappedFor = (ownerId: string, dataKey: Buffer, { key, id }: MasterKey) => ({
  wrapped: seal(key, `data_keys/${ownerId}`, dataKey).toString("base64url"),
  by: id,
});

/** Inserts applications with a data key each, wrapped by a master key; returns the data keys by application id. */
export async function addDataKeys(app: Queried, master: MasterKey, count: number): Promise<Map<string, string>> {
  const keys = new Map(Array.from({ length: count }, () => [randomUUID(), randomBytes(32)] as const));
  const rows = [...keys].map(([id, key]) => ({ id, ...wrappedFor(id, key, master) }));
  await app.query(
    `with r as (select * from jsonb_to_recordset($1::jsonb) as r(id uuid, wrapped text, by text)),
     a as (insert into visa_applications (id, application_number, user_email)
       select id, 'KEY-' || id, 'keys@mail.example' from r returning id)
     insert into data_keys (application_id, wrapped, wrapped_by) select a.id, r.wrapped, r.by from a join r using (id)`,
    [JSON.stringify(rows)],
  );
  return new Map([...keys].map(([id, key]) => [id, key.toString("hex")]));
}

/** Unwraps the data keys of applications with these master keys, by id. Throws if one can't be opened. */
export async function readDataKeys(app: Queried, ring: readonly MasterKey[]): Promise<Map<string, string>> {
  const rows = await app.query<{ id: string; wrapped: string; by: string }>(
    "select application_id as id, wrapped, wrapped_by as by from data_keys where application_id is not null",
  );
  return new Map(
    rows.map(({ id, wrapped, by }) => {
      const master = ring.find((key) => key.id === by);
      if (!master) throw new Error(`The key ${by} is not in the ring`);
      return [id, open(master.key, `data_keys/${id}`, Buffer.from(wrapped, "base64url")).toString("hex")];
    }),
  );
}

/** The number of data keys that each master key wraps, by its id. */
export async function wrappedBy(app: Queried): Promise<Record<string, number>> {
  const rows = await app.query<{ id: string; n: number }>(
    "select wrapped_by as id, count(*)::int as n from data_keys group by 1",
  );
  return Object.fromEntries(rows.map(({ id, n }) => [id, n]));
}

import { createHash } from "node:crypto";
import { createWriteStream, existsSync, readFileSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Pack, pack } from "tar-stream";
import { z } from "zod";
import { config } from "~/config.server";
import { connect } from "~/db/connect.server";
import { StartError } from "~/db/embedded/binaries.server";
import { openDocument, storedFacts } from "~/documents/storage.server";
import { activeKeyId } from "~/encryption/keyring.server";
import { missingOf, refuseWithout } from "~/encryption/require-keys.server";
import { usedKeys } from "~/encryption/used-keys.server";
import { isAnybodyListed } from "~/privacy/erasure/erasure-list.server";
import { closingName, columnsOf, manifestName, nameOf, secretFiles, sequencesOf, type Table, tablesOf } from "./format";
import { newPassphrase } from "./passphrase";
import { keysName, sealKeys } from "./sealed-keys";

/** About the bytes of a tar entry. A tar states an entry's size before its content, so tables are written in parts. */
const entrySize = 4 * 1024 * 1024;

const usage = `npm run backup -- FILE writes the database and documents to one tar file, without their encryption key
npm run backup -- FILE --with-keys   the same with SECRET and KEYRING in it, encrypted with a passphrase`;

/**
 * `npm run backup -- FILE`: writes one tar with a snapshot of the database and every document that it names, still
 * encrypted. `--with-keys` adds SECRET and KEYRING, encrypted with a passphrase. The server may run meanwhile. Returns
 * the exit status, 1 if bytes of a document are missing; throws a StartError if FILE exists.
 */
export async function backupCommand(args: string[]): Promise<number> {
  const [target, ...more] = args.filter((arg) => arg !== "--with-keys");
  const withKeys = args.includes("--with-keys");
  if (more.length > 0 || target?.startsWith("--")) {
    console.error(usage);
    return 2;
  }
  const path = resolve(target ?? `lucaya-${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}.tar`);
  if (existsSync(path)) throw new StartError(`${path} already exists. A backup never overwrites a file.`);
  const keys = withKeys ? sealKeys(await newPassphrase()) : undefined;
  const part = `${path}.part`;
  const client = await connect("lucaya backup");
  try {
    const tar = pack();
    // Readable only by its owner: it contains personal data.
    const written = pipeline(tar, createWriteStream(part, { mode: 0o600 }));
    const [summary] = await Promise.all([
      write(client, tar, keys).catch((error: unknown) => {
        tar.destroy(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }),
      written,
    ]);
    await settle(part, path);
    const { rows, documents, missing, needed } = summary;
    console.log(`${path}: ${rows} rows and ${documents} documents.`);
    for (const key of missing) console.error(`${key} is missing from storage.`);
    console.log(withKeys ? keysAreInIt : whereKeysAre(needed));
    return missing.length > 0 ? 1 : 0;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

const keysAreInIt =
  "The backup contains its keys, encrypted with the passphrase. Without the passphrase it is useless.";

/** Where the needed keys are: in the settings, in the file made at the first start, or nowhere. */
function whereKeysAre(needed: readonly string[]) {
  const own = needed.length > 0 ? needed : [activeKeyId()];
  const missing = missingOf(own);
  const isSecret = (id: string) => id.startsWith("secret-");
  const known = own.filter((id) => !missing.includes(id));
  const keyPlaces = [
    ...(known.some((id) => !isSecret(id)) ? [`KEYRING (${known.filter((id) => !isSecret(id)).join(", ")})`] : []),
    ...(known.some(isSecret) ? [config.SECRET ? "SECRET" : join(config.dataDir, "secret")] : []),
    ...(missing.length > 0 ? [`nothing that is set here (${missing.join(", ")})`] : []),
  ];
  return `The backup does not contain its key. The key is in ${keyPlaces.join(" and in ")}: without it the backup is useless.`;
}

async function write(client: Client, tar: Pack, sealedKeys: Buffer | undefined) {
  const sums: Record<string, string> = {};
  const add = async (name: string, bytes: Buffer) => {
    sums[name] = createHash("sha256").update(bytes).digest("hex");
    await new Promise<void>((done, failed) => {
      tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? failed(error) : done()));
    });
  };
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

  await client.query("begin isolation level repeatable read read only");
  const tables = await tablesOf(client);
  const newest = await client.query("select max(created_at)::float8 as migration from drizzle.__drizzle_migrations");
  const { migration } = z.object({ migration: z.number() }).parse(newest.rows[0]);
  const made = new Date().toISOString();
  const needed = await usedKeys(drizzle(client));
  if (sealedKeys && missingOf(needed).length > 0)
    refuseWithout(missingOf(needed), "The data needs", "Nothing was written.");
  const head = { format: 1, made, migration, tables, sequences: await sequencesOf(client), keys: needed };
  const hasErasures = await isAnybodyErased(client, tables);
  await add(manifestName, json({ ...head, withKeys: sealedKeys !== undefined, hasErasures }));
  if (sealedKeys) await add(keysName, sealedKeys);
  const rows: Record<string, number> = {};
  for (const table of tables) rows[nameOf(table)] = await writeTable(client, table, add);
  const documents = await writeDocuments(client, add);
  for (const name of secretFiles) {
    const file = join(config.dataDir, name);
    if (existsSync(file)) await add(`secrets/${name}`, readFileSync(file));
  }
  await client.query("commit");
  await new Promise<void>((done, failed) => {
    tar.entry({ name: closingName, mode: 0o600 }, json({ rows, sums }), (error) => (error ? failed(error) : done()));
  });
  tar.finalize();
  return { rows: Object.values(rows).reduce((all, count) => all + count, 0), needed, ...documents };
}

/** Checks the list of erasures, and the tables that it is started from. */
async function isAnybodyErased(client: Client, tables: readonly Table[]): Promise<boolean> {
  for (const table of tables.filter(({ name }) => ["erasures", "restricted_cases"].includes(name)))
    if ((await client.query(`select from ${nameOf(table)} limit 1`)).rowCount === 1) return true;
  return isAnybodyListed();
}

type Add = (name: string, bytes: Buffer) => Promise<void>;

async function writeTable(client: Client, table: Table, add: Add): Promise<number> {
  const stream = client.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`));
  let chunks: Buffer[] = [];
  let size = 0;
  let entries = 0;
  let rows = 0;
  const flush = async () => {
    if (size === 0) return;
    entries += 1;
    const name = `database/${table.schema}.${table.name}/${String(entries).padStart(6, "0")}.copy`;
    await add(name, Buffer.concat(chunks));
    chunks = [];
    size = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    rows += linesIn(chunk);
    if (size >= entrySize) await flush();
  }
  await flush();
  return rows;
}

/**
 * Counts rows in COPY's text: one per line, because line breaks in values are escaped. The stream's own count comes
 * after its end, sometimes too late: the backup then named 0 rows, and was refused as damaged.
 */
function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let index = chunk.indexOf(10); index >= 0; index = chunk.indexOf(10, index + 1)) lines += 1;
  return lines;
}

/** Adds every file of the snapshot. A document whose row was deleted meanwhile is not reported as missing. */
async function writeDocuments(client: Client, add: Add) {
  const missing: string[] = [];
  let documents = 0;
  const { rows } = await client.query(
    `select storage_key as key, id from documents where scan <> 'infected'
     union all (select file_key, null::uuid from forms where file_key is not null
       union select storage_key, null::uuid from form_files where scan <> 'infected')
     union all select storage_key, null::uuid from pictures order by 1`,
  );
  for (const { key, id } of z.array(z.object({ key: z.string(), id: z.string().nullable() })).parse(rows)) {
    const facts = await storedFacts(key);
    const stream = facts && (await openDocument(key));
    if (stream) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
      await add(`documents/${key}`, Buffer.concat(chunks));
      documents += 1;
    } else if (id === null || (await stillExists(id))) missing.push(key);
  }
  return { documents, missing };
}

async function stillExists(id: string): Promise<boolean> {
  const client = await connect("lucaya backup");
  try {
    return (await client.query("select 1 from documents where id = $1", [id])).rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Syncs before renaming, so that a file with the final name is always complete. */
async function settle(part: string, path: string) {
  const file = await open(part, "r+");
  await file.sync();
  await file.close();
  await rename(part, path);
  const folder = await open(dirname(path)).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

import { createHash } from "node:crypto";
import { chmodSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { extract } from "tar-stream";
import { z } from "zod";
import { config, removeMadeSecrets } from "~/config.server";
import { connect } from "~/db/connect.server";
import { StartError } from "~/db/embedded/binaries.server";
import {
  applyMigrations,
  applyMigrationsUntil,
  firstMigration,
  lastBeforeRelease,
  newestMigration,
} from "~/db/migrate.server";
import { apartFolders } from "~/documents/at-rest/apart-folders";
import { putDocument, removeStored, storedKeys } from "~/documents/storage.server";
import { createQueueTables } from "~/jobs/queue.server";
import { beginRestore, endRestore } from "~/privacy/erasure/erase-again.server";
import { hasErasureList } from "~/privacy/erasure/erasure-list.server";
import {
  closing,
  closingName,
  columnsOf,
  manifest,
  manifestName,
  nameOf,
  restoredSecrets,
  type Table,
  tablesOf,
} from "./format";
import { keyIdsAfterRestore, openBackupKeys, rewrapForRestore } from "./restore-keys";
import { keysName } from "./sealed-keys";

type Entries = ReturnType<ReturnType<typeof extract>[typeof Symbol.asyncIterator]>;
type Manifest = z.output<typeof manifest>;

/**
 * `npm run restore -- FILE`: restores a backup into an empty database and storage, completely or not at all. Returns
 * the exit status; throws a StartError with one line.
 */
export async function restoreCommand(args: string[]): Promise<number> {
  const [source, ...more] = args.filter((arg) => !arg.startsWith("--"));
  const flags = args.filter((arg) => arg.startsWith("--"));
  if (!source || more.length > 0 || !flags.every((flag) => Object.values(allowed).includes(flag))) {
    console.error(usage);
    return 2;
  }
  const path = resolve(source);
  if (!existsSync(path)) throw new StartError(`There is no file ${path}.`);
  const client = await connect("lucaya restore");
  try {
    await requireEmpty(client);
    const put: string[] = [];
    const secrets = new SecretFiles();
    try {
      let hasList = false;
      const check = async (head: Manifest) => {
        if (!flags.includes(allowed.old)) refuseOld(head.made);
        hasList = await hasErasureList();
        if (!hasList && !flags.includes(allowed.withoutErasures)) requireNoErasures(head);
        return hasList;
      };
      const summary = await readBackup(client, path, { put, secrets, check });
      await applyMigrations();
      const lines = await endRestore();
      console.log(`Restored from ${path}: ${summary.rows} rows and ${put.length} documents, as of ${summary.made}.`);
      for (const line of lines) console.log(line);
      if (!hasList) console.log(`Restored without the list of erasures: data erased since ${summary.made} is back.`);
      return 0;
    } catch (error) {
      await leaveEmpty();
      secrets.undo();
      removeMadeSecrets();
      for (const key of put) await removeStored(key).catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end();
  }
}

const allowed = { withoutErasures: "--without-erasures", old: "--older-than-35-days" };
const usage = `npm run restore -- FILE                        brings a backup into an empty database and an empty storage
npm run restore -- FILE ${allowed.withoutErasures}     the same where the list of erasures is lost
npm run restore -- FILE ${allowed.old} the same, for a backup that may contain data erased since then`;

/** Up to this age, in milliseconds, a backup with an empty list of erasures needs no current list. */
const fresh = 86_400_000;

/** Without the current list, people erased since the backup would be back (V-ERASE-7). */
function requireNoErasures({ made, hasErasures }: Manifest): void {
  if (!hasErasures && Date.now() - Date.parse(made) < fresh) return;
  throw new StartError(
    `The erasure list is missing. Copy the “erasures” folder from document storage, or add ${allowed.withoutErasures}. Nothing was restored.`,
  );
}

/** A backup may contain people erased since for this long, in milliseconds (V-ERASE-6). */
const oldest = 35 * 86_400_000;

function refuseOld(made: string) {
  if (Date.now() - Date.parse(made) > oldest)
    throw new StartError(
      `The backup is older than 35 days and may contain data erased since then. Add ${allowed.old} to restore it anyway. Nothing was restored.`,
    );
}

/** Undoes a failed restore: ends all other connections and drops all schemas. */
async function leaveEmpty() {
  const client = await connect("lucaya restore");
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'lucaya restore' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.query("drop schema if exists public, drizzle, pgboss cascade; create schema public");
  await client.end();
}

async function requireEmpty(client: Client) {
  if ((await tablesOf(client)).length > 0)
    throw new StartError(
      "The database is not empty, and a restore never overwrites data. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.",
    );
  for await (const keys of storedKeys())
    if (keys.some((key) => !key.startsWith(apartFolders.erasures)))
      throw new StartError(
        "Document storage is not empty, and a restore never overwrites data. Set STORAGE_URL to a new bucket, or DATA_DIR to a new folder.",
      );
}

/** What was written so far, and the check before anything is; it returns whether there is a list. */
type Restoring = { put: string[]; secrets: SecretFiles; check: (head: Manifest) => Promise<boolean> };

async function readBackup(client: Client, path: string, { put, secrets, check }: Restoring) {
  const tar = extract();
  const file = createReadStream(path);
  file.on("error", (error) => tar.destroy(error));
  // `nextEntry` handles errors of the tar; without a listener they would end the process.
  tar.on("error", () => undefined);
  file.pipe(tar);
  const sums: Record<string, string> = {};
  const rows: Record<string, number> = {};
  let head: Manifest | undefined;
  let secret: string | undefined;
  let refit: (() => Promise<void>) | undefined;
  let hasList = false;
  // Nothing is written before the restored data are known to be readable.
  const start = async (backup: Manifest, sealedKeys?: Buffer) => {
    secret = await openBackupKeys(backup.keys, sealedKeys);
    hasList = await check(backup);
    if (secret) secrets.found.set("secret", Buffer.from(secret));
    refit = await prepare(client, backup);
  };
  let open: { table: string; copy: ReturnType<typeof copyFrom> } | undefined;
  const beginTable = (table: Table) => {
    const copy = client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`));
    // `send` and `endTable` handle errors; without a listener, that of an abandoned copy would end the process.
    copy.on("error", () => undefined);
    return { table: nameOf(table), copy };
  };
  const endTable = async () => {
    if (!open) return;
    open.copy.end();
    await finished(open.copy);
    rows[open.table] = open.copy.rowCount;
    open = undefined;
  };
  const entries = tar[Symbol.asyncIterator]();
  for (let next = await nextEntry(entries); next; next = await nextEntry(entries)) {
    const { name, bytes } = next;
    const tableName = /^database\/([^/]+)\/\d+\.copy$/.exec(name)?.[1];
    const found = head?.tables.find((table) => `${table.schema}.${table.name}` === tableName);
    if (!found || nameOf(found) !== open?.table) await endTable();
    if (name === closingName) {
      if (!head || !refit) break;
      compare(closing.parse(JSON.parse(bytes.toString())), sums, rows);
      await rewrapForRestore(client, keyIdsAfterRestore(secret));
      await refit();
      await beginRestore(drizzle(client), hasList);
      // Before the commit, so that the data never exist without their key.
      secrets.write();
      await client.query("commit");
      return { made: head.made, rows: Object.values(rows).reduce((all, count) => all + count, 0) };
    }
    sums[name] = createHash("sha256").update(bytes).digest("hex");
    if (name === manifestName) {
      head = readManifest(bytes);
      if (!head.withKeys) await start(head);
    } else if (!head) break;
    else if (name === keysName) await start(head, bytes);
    else if (!refit) break;
    else if (found) {
      open ??= beginTable(found);
      await send(open.copy, bytes);
    } else if (name.startsWith("documents/")) {
      const key = name.slice("documents/".length);
      put.push(key);
      await putDocument(key, bytes, await contentTypeOf(client, key));
    } else if (name.startsWith("secrets/")) secrets.found.set(name.slice("secrets/".length), bytes);
  }
  throw new StartError(head ? `${path} is incomplete. Nothing was restored.` : `${path} is not a Lucaya backup.`);
}

/** Undefined at the end, and if the file is truncated or no tar. */
async function nextEntry(entries: Entries) {
  try {
    const { value, done } = await entries.next();
    return done ? undefined : { name: value.header.name, bytes: await buffer(value) };
  } catch {
    return undefined;
  }
}

function readManifest(bytes: Buffer): Manifest {
  const head = manifest.parse(JSON.parse(bytes.toString()));
  if (head.migration < firstMigration())
    throw new StartError(
      `The backup was made before Lucaya 1.0.0; commit ${lastBeforeRelease} is the last that can restore and export it.`,
    );
  if (head.migration > newestMigration())
    throw new StartError("The backup was made by a newer release of Lucaya. Restore it with that one, or a later one.");
  return head;
}

/**
 * Creates the backup's tables without foreign keys and triggers, which would refuse or change rows. Returns a function
 * that restores these, which checks every reference, and sets the sequences.
 */
async function prepare(client: Client, head: Manifest): Promise<() => Promise<void>> {
  await applyMigrationsUntil(head.migration);
  await createQueueTables();
  await client.query("begin");
  const names = (await tablesOf(client)).map(nameOf);
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, quote_ident(k.conname) as reference, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname in ('public', 'drizzle', 'pgboss')`,
  );
  const form = { schema: z.string(), name: z.string(), reference: z.string(), definition: z.string() };
  const references = z.array(z.object(form)).parse(rows);
  for (const reference of references)
    await client.query(`alter table ${nameOf(reference)} drop constraint ${reference.reference}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(", ")}`);
  return async () => {
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    for (const reference of references)
      await client.query(
        `alter table ${nameOf(reference)} add constraint ${reference.reference} ${reference.definition}`,
      );
    for (const { schema, name, value } of head.sequences)
      if (value !== null) await client.query("select setval($1::regclass, $2)", [nameOf({ schema, name }), value]);
  };
}

async function send(copy: Writable, bytes: Buffer): Promise<void> {
  await new Promise<void>((done, failed) => {
    copy.once("error", failed);
    copy.write(bytes, (error) => {
      copy.off("error", failed);
      if (error) failed(error);
      else done();
    });
  });
}

async function contentTypeOf(client: Client, key: string): Promise<string> {
  const { rows } = await client.query("select content_type as type from documents where storage_key = $1", [key]);
  return z.object({ type: z.string() }).safeParse(rows[0]).data?.type ?? "application/pdf";
}

function compare(expected: z.output<typeof closing>, sums: Record<string, string>, rows: Record<string, number>) {
  const sameSums = Object.entries(expected.sums).every(([name, sum]) => sums[name] === sum);
  const sameRows = Object.entries(expected.rows).every(([table, count]) => (rows[table] ?? 0) === count);
  if (!sameSums || !sameRows)
    throw new StartError("The backup is damaged: its checksums differ. Nothing was restored.");
}

/** Replaces the secrets in DATA_DIR by the backup's: nothing depends on them yet. */
class SecretFiles {
  readonly found = new Map<string, Buffer>();
  readonly #before = new Map<string, Buffer | undefined>();

  write() {
    mkdirSync(config.dataDir, { recursive: true });
    for (const name of restoredSecrets) {
      const bytes = this.found.get(name);
      const path = join(config.dataDir, name);
      if (!bytes) continue;
      this.#before.set(path, existsSync(path) ? readFileSync(path) : undefined);
      writeFileSync(path, bytes, { mode: 0o600, flush: true });
      chmodSync(path, 0o600);
    }
  }

  /** After a failed restore. */
  undo() {
    for (const [path, bytes] of this.#before) {
      if (bytes) writeFileSync(path, bytes, { mode: 0o600, flush: true });
      else rmSync(path, { force: true });
    }
  }
}

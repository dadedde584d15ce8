import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import pg from "pg";
import { outlivingFile } from "./after-file";
import { type AppServer, isAlive, startApp, superuserUrl } from "./app-server";
import { openBrowser } from "./browser/browser";
import { until } from "./http-client";
import { fetchUncached } from "./page";

// Files of one worker run in the same process (`isolate: false` in vitest.config.ts), so all share this.
// `folders/prepared.ts` ends it after the run.
const shared: { started?: Started; browser?: Browser } = {};
type Started = { app: AppServer; restore: () => Promise<void> };

/**
 * The app that serves the files of this worker: it trusts a proxy, and its database, limits and outbox are as after a
 * first start. A file that needs other settings, or that stops, kills or reconfigures the app, calls `startApp`.
 */
export async function sharedApp(): Promise<AppServer> {
  if (!shared.started || !isAlive(shared.started.app.child.pid ?? 0)) shared.started = await start();
  const { app, restore } = shared.started;
  // A page of an earlier file would continue to send requests.
  await closePages();
  await restore();
  const outbox = join(app.dataDir, "outbox");
  // A mail that is being written is about to be renamed.
  const options = { recursive: true, force: true };
  for (const name of await readdir(outbox).catch(() => [])) await rm(join(outbox, name), options);
  // Caches are purged when the notification arrives: then a formerly cached page no longer is.
  await until("the home page is cached", async () =>
    /hit/.test((await fetch(app.url)).headers.get("cache-status") ?? ""),
  );
  await (await fetchUncached(app, "/", {})).arrayBuffer();
  return app;
}

async function start(): Promise<Started> {
  const app = await outlivingFile(() => startApp({ TRUST_PROXY: "yes" }));
  return { app, restore: await rememberDatabase(app) };
}

/** The browser of this worker, without pages of earlier files. */
export async function sharedBrowser(): Promise<Browser> {
  if (!shared.browser?.isConnected()) shared.browser = await openBrowser();
  await closePages();
  return shared.browser;
}

async function closePages() {
  for (const context of shared.browser?.contexts() ?? []) await context.close();
}

/** Copies every table of an app; returns a function that restores them. Jobs are deleted. */
async function rememberDatabase(app: AppServer): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: superuserUrl(app.dataDir) });
  client.on("error", () => undefined);
  await client.connect();
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'`,
  );
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = 'public'`,
  );
  await client.query("create schema pristine");
  const filled: string[] = [];
  for (const [index, { name, columns }] of tables.entries()) {
    await client.query(`create table pristine.t${index} as select ${columns} from ${name}`);
    const { rows } = await client.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0)
      filled.push(`insert into ${name} (${columns}) overriding system value select ${columns} from pristine.t${index}`);
  }
  const statements = [
    "begin",
    // No trigger counts these rows, and their order doesn't matter.
    "set local session_replication_role = replica",
    // What a failed test may have left (`link-checks.ts`).
    "drop function if exists hold_link_checks() cascade",
    "delete from pgboss.job",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...filled,
    ...sequences.map(({ name, last }) => `select setval('${name}', ${last ?? 1}, ${last !== null})`),
    "select pg_notify('public_content', '')",
    "commit",
  ].join(";\n");
  const restore = async (): Promise<void> => {
    try {
      await client.query(statements);
    } catch (error) {
      await client.query("rollback");
      // A running job may deadlock with this.
      if (!(error instanceof pg.DatabaseError) || error.code !== "40P01") throw error;
      await restore();
    }
  };
  return restore;
}

import type { Client } from "pg";
import { z } from "zod";

/** The first entry: the format, and the schema that the database needs before the rows are inserted. */
export const manifestName = "lucaya-backup.json";
/** The last entry; a truncated backup lacks it. */
export const closingName = "complete.json";
/** Secrets in DATA_DIR that a backup contains. Not the one that the data are encrypted with (V-BAK-1). */
export const secretFiles = ["functions-key", "mail-webhook-secret"];
export const restoredSecrets = ["secret", ...secretFiles];

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) });
export type Table = z.output<typeof table>;

export const manifest = z.object({
  format: z.literal(1),
  made: z.iso.datetime(),
  /** The newest applied migration's time in drizzle's journal, in milliseconds since 1970. */
  migration: z.number().int(),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
  /** Ids of the master keys that its data need. */
  keys: z.array(z.string()).default([]),
  /** Whether the next entry is SECRET and KEYRING, encrypted with a passphrase. */
  withKeys: z.boolean().default(false),
  /** Whether anybody had been erased or restricted; older backups don't say, so somebody may have been. */
  hasErasures: z.boolean().default(true),
});

export const closing = z.object({
  rows: z.record(z.string(), z.number().int()),
  /** SHA-256 of every entry before this one, in hexadecimal. */
  sums: z.record(z.string(), z.string()),
});

const ours = "n.nspname in ('public', 'drizzle', 'pgboss')";

/** All tables with their columns, except generated ones. The queue's too: its jobs contain unsent mails. */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${ours} and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`,
  );
  return z.array(table).parse(rows);
}

export async function sequencesOf(client: Client) {
  const { rows } = await client.query(
    `select n.schemaname as schema, n.sequencename as name, n.last_value::text as value from pg_sequences n
     where ${ours.replace("nspname", "schemaname")} order by 1, 2`,
  );
  return manifest.shape.sequences.parse(rows);
}

export const nameOf = ({ schema, name }: { schema: string; name: string }) => `${quoted(schema)}.${quoted(name)}`;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(", ");

import type { Client } from "pg";
import { z } from "zod";

/** The first entry of a backup: what it is, and what the database has to look like before its rows go in. */
export const manifestName = "lucaya-backup.json";
/** The last one, which a backup that was cut off does not have. */
export const closingName = "complete.json";
/** Secrets of the installation that live in DATA_DIR: links in mails that were sent go on working with them. */
export const secretFiles = ["secret", "functions-key", "mail-webhook-secret"];

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) });
export type Table = z.output<typeof table>;

export const manifest = z.object({
  format: z.literal(1),
  made: z.iso.datetime(),
  /** When the newest migration that was applied was made, as drizzle's journal says it. */
  migration: z.number().int(),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string().nullable() })),
});

export const closing = z.object({
  rows: z.record(z.string(), z.number().int()),
  /** The SHA-256 of every entry before this one, in hexadecimal. */
  sums: z.record(z.string(), z.string()),
});

const ours = "n.nspname in ('public', 'drizzle', 'pgboss')";

/** Every table of ours with its own columns; those of the queue too, whose jobs are mails that wait. */
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

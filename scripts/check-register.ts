import { readFileSync } from "node:fs";
import { createRequire, type RegisterHooksOptions, registerHooks } from "node:module";

type Column = { table: string; column: string };
type Snapshot = { tables: Record<string, { name: string; schema: string; columns: Record<string, unknown> }> };
type QueueSchema = { partitioned: { columns: Column[] } };

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** Node does not resolve imports without an extension, as `app/` writes them. */
export const findWithoutEnding: RegisterHooksOptions = {
  resolve: (path, context, next) =>
    next(/^\.{1,2}\/(.*\/)?[^./]+(\.server)?$/.test(path) ? `${path}.ts` : path, context),
};

/** Synchronously, because checks are not awaited. */
function loadRegister() {
  const hooks = registerHooks(findWithoutEnding);
  try {
    const load = createRequire(import.meta.url);
    const { register }: typeof import("../app/db/data-inventory/register.ts") = load(
      "../app/db/data-inventory/register.ts",
    );
    const { differences }: typeof import("../app/db/data-inventory/differences.ts") = load(
      "../app/db/data-inventory/differences.ts",
    );
    return { register, differences };
  } finally {
    hooks.deregister();
  }
}

/** From drizzle-kit's newest snapshot. */
function ownColumns(): Column[] {
  const folder = "app/db/migrations/meta";
  const { entries } = read(`${folder}/_journal.json`) as { entries: { tag: string }[] };
  const newest = `${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`;
  const { tables } = read(`${folder}/${newest}`) as Snapshot;
  return Object.values(tables).flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => ({ table: name, column })),
  );
}

/** As pg-boss lists them itself; `job_common` is a part of `job`. */
function queueColumns(): Column[] {
  const { columns } = (read("node_modules/pg-boss/dist/schema.json") as QueueSchema).partitioned;
  return columns
    .filter(({ table }) => table !== "job_common")
    .map(({ table, column }) => ({ table: `pgboss.${table}`, column }));
}

/**
 * Checks that every column is in the data inventory, and every entry is a column (V-RET-1). Needs no server;
 * `app/db/data-inventory/register.test.ts` checks the database itself.
 */
export function checkRegister(): string | undefined {
  const { register, differences } = loadRegister();
  const ours = register.filter(({ table }) => !table.startsWith("drizzle."));
  const columns = [...ownColumns(), ...queueColumns()];
  const found = differences(ours, columns);
  if (found.length > 0) return found.join("\n");
  // Proves that the check finds a column without an entry, and an entry without its column.
  const [first, ...otherColumns] = columns;
  if (!first) return "the check did not see a column";
  const moved = differences(ours, [{ table: first.table, column: "made_up" }, ...otherColumns]);
  return moved.length === 2 ? undefined : "the check did not see a missing column";
}

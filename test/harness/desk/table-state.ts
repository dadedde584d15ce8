import type { AppServer } from "../app-server";

/**
 * The number of rows and the newest write of every table, which any write or deletion changes; for admins, whom tests
 * deactivate and reactivate, their values. Without tables that any request changes (sessions, limits, counters merged
 * by a job), and failed sign-ins, which are always recorded (V-ATK-28).
 */
export async function state(app: Pick<AppServer, "query">): Promise<Record<string, string>> {
  // Prepared, because planning it takes as long as running it.
  const [row] = await app.query<Record<string, string>>(await statement(app), [], "state");
  return row ?? {};
}

/** One per database, because listing its tables takes longer than the query. */
const statements = new WeakMap<object, string>();
async function statement(app: Pick<AppServer, "query">): Promise<string> {
  const known = statements.get(app);
  if (known) return known;
  const tables = await app.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('session', 'limit_counts', 'row_counts', 'opened_records', 'loaded_seeds',
       'report_changes', 'report_figures', 'people', 'people_waiting', 'person_records', 'person_pairs')`,
  );
  const states = tables.map(({ name }) => {
    const expression =
      name === "admin_users"
        ? "md5(string_agg(t::text, ',' order by id))"
        : "concat(count(*), ' ', max(xmin::text::bigint))";
    const condition = name === "admin_activity_log" ? "where action_type !~ '^sign_in_'" : "";
    return `(select ${expression} from "${name}" t ${condition}) as "${name}"`;
  });
  const text = `select ${states.join(", ")}`;
  statements.set(app, text);
  return text;
}

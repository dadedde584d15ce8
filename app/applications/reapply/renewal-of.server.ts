import { type Column, getTableName, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";

/**
 * Whether a renewal of a case exists: started, and neither deleted, denied nor withdrawn. `caseId`: a column of the
 * outer query. `isSubmitted`: only one that was submitted counts.
 */
export function renewalExists(caseId: Column, { isSubmitted = false } = {}): SQL {
  // Drizzle drops the table's name in a query of one table, and `id` would then be the renewal's.
  const id = sql`${sql.identifier(getTableName(caseId.table))}.${sql.identifier(toSnakeCase(caseId.name))}`;
  const submitted = isSubmitted ? sql`and renewal.submitted_at is not null` : sql``;
  return sql`exists (select from visa_applications renewal where renewal.renews_id = ${id}
    and renewal.status not in ('denied', 'withdrawn') ${submitted})`;
}

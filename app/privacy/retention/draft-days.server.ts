import { type SQL, sql } from "drizzle-orm";
import { cutoff } from "./cutoff.server";

/** SQL: when a draft's days begin: its last save, upload or redeemed link. */
export const draftFrom = (id: SQL): SQL => sql`(
  select greatest(f.last_updated_at, f.kept_from, (select max(d.created_at) from documents d where d.application_id = f.id))
  from visa_applications f where f.id = ${id})`;

/** SQL: whether application `a` was never submitted, and unused for longer than drafts are retained. */
export const isOldDraft = (time: SQL): SQL => sql`a.submitted_at is null and a.status in ('draft', 'withdrawn')
  and greatest(a.last_updated_at, a.kept_from) < ${cutoff("draft", time)}
  and not exists (select from documents d where d.application_id = a.id and d.created_at >= ${cutoff("draft", time)})`;

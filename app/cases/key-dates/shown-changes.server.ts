import { type SQL, sql } from "drizzle-orm";

/**
 * For queries of the activity log as `l`: changes of a case's key dates that the applicant sees, so neither undone ones
 * nor their undoing, nor those that can still be undone (K-UNDO-3).
 */
export const shownKeyDateChanges = (applicationId: string): SQL => sql`
  l.subject_type = 'application' and l.subject_id = ${applicationId} and l.action_type like 'case\\_key\\_date\\_%'
  and l.action_type <> 'case_key_date_undone' and not exists (
    select from admin_activity_log u where u.subject_type = 'application' and u.subject_id = ${applicationId}
      and u.action_type = 'case_key_date_undone' and u.details ->> 'change' = l.details ->> 'change')
  and not exists (
    select from undo_offers o where o.id::text = l.details ->> 'change'
      and o.undone_at is null and o.open_until > clock_timestamp() - interval '1 second')`;

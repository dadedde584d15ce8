-- The record, sign-ins, reports.
ALTER TABLE "session" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- What older entries are about, as far as it is there or the entry says it.
UPDATE "admin_activity_log" l SET "subject_name" = coalesce(
  details ->> 'number',
  CASE subject_type
    WHEN 'application' THEN (SELECT application_number FROM visa_applications a WHERE a.id = k.key)
    WHEN 'inquiry' THEN upper(left(l.subject_id, 12))
    WHEN 'service' THEN coalesce((SELECT service_name FROM visa_services s WHERE s.id = k.key), details ->> 'name')
    WHEN 'admin' THEN l.target_admin_email
    WHEN 'saved_reply' THEN (SELECT title FROM saved_replies r WHERE r.id = k.key)
    WHEN 'document' THEN (SELECT coalesce((SELECT application_number FROM visa_applications a WHERE a.id = d.application_id), upper(left(d.inquiry_id::text, 12))) FROM documents d WHERE d.id = k.key)
    WHEN 'email' THEN (SELECT coalesce((SELECT application_number FROM visa_applications a WHERE a.id = m.application_id), upper(left(m.contact_inquiry_id::text, 12))) FROM email_notifications m WHERE m.id = k.key)
  END)
FROM (
  SELECT id, CASE WHEN subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN subject_id::uuid END AS key FROM admin_activity_log
) k
WHERE k.id = l.id AND subject_id IS NOT NULL AND subject_name IS NULL;--> statement-breakpoint
CREATE INDEX "admin_activity_log_without_admin" ON "admin_activity_log" USING btree ("created_at","id") WHERE admin_email is null;--> statement-breakpoint
CREATE INDEX "admin_activity_log_subject_name" ON "admin_activity_log" USING gin ((folded("subject_name")) gin_trgm_ops);--> statement-breakpoint
-- The record only grows (K-LOG-5). A line of sign-ins that came to nothing counts on for ten minutes; a sweep of what is
-- older than it is kept says so in its transaction: set local lucaya.record = 'sweep'.
CREATE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('lucaya.record', true) = 'sweep' THEN
    RETURN CASE tg_op WHEN 'DELETE' THEN old ELSE new END;
  END IF;
  IF tg_op = 'UPDATE' AND old.action_type IN ('sign_in_failed', 'sign_in_refused')
    AND to_jsonb(new) - 'details' = to_jsonb(old) - 'details'
    AND (new.details ->> 'times')::int > coalesce((old.details ->> 'times')::int, 1) THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'entries of the record are kept as they are' USING errcode = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER admin_activity_log_kept BEFORE UPDATE OR DELETE ON "admin_activity_log"
  FOR EACH ROW EXECUTE FUNCTION keep_record();
--> statement-breakpoint
-- Reports are made of summaries of months (app/desk/reports); these say which of them have to be made anew.
CREATE TABLE "report_figures" (
	"subject" text NOT NULL,
	"month" date NOT NULL,
	"service" text NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"n" bigint NOT NULL,
	"median" double precision,
	"amount" numeric(16, 2),
	CONSTRAINT "report_figures_subject_month_service_step_pk" PRIMARY KEY("subject","month","service","step")
);
--> statement-breakpoint
CREATE TABLE "report_changes" (
	"subject" text NOT NULL,
	"month" date NOT NULL
);
--> statement-breakpoint
CREATE INDEX "report_changes_subject_month_index" ON "report_changes" USING btree ("subject","month");--> statement-breakpoint
CREATE INDEX "visa_inquiries_answered" ON "visa_inquiries" USING btree ("answered_at") WHERE "visa_inquiries"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "application_status_history_decisions" ON "application_status_history" USING btree ("created_at") WHERE to_status in ('approved', 'denied');--> statement-breakpoint
CREATE FUNCTION nassau_month(timestamp with time zone) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_trunc('month', $1 AT TIME ZONE 'America/Nassau')::date;
--> statement-breakpoint
-- The day of a payment or refund; of those from before the ledger the day they were carried over.
CREATE FUNCTION ledger_day(paid_on date, created_at timestamp with time zone) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(paid_on, (created_at AT TIME ZONE 'America/Nassau')::date);
--> statement-breakpoint
CREATE INDEX "ledger_entries_day" ON "ledger_entries" USING btree (ledger_day("paid_on", "created_at")) WHERE kind in ('payment', 'refund');--> statement-breakpoint
-- The decisions and the money of an application count for its service, the decisions for its status.
CREATE FUNCTION report_of_case_changed(application uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'decisions', nassau_month(created_at) FROM application_status_history
  WHERE application_id = application AND to_status IN ('approved', 'denied')
  UNION SELECT DISTINCT 'revenue', date_trunc('month', ledger_day(paid_on, created_at))::date FROM ledger_entries
  WHERE application_id = application AND kind IN ('payment', 'refund')
$$;
--> statement-breakpoint
CREATE FUNCTION report_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'applications', nassau_month(created_at) FROM changed
  UNION SELECT DISTINCT 'submissions', nassau_month(submitted_at) FROM changed WHERE submitted_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION report_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT 'applications', nassau_month(old.created_at) UNION SELECT 'applications', nassau_month(new.created_at)
  UNION SELECT 'submissions', nassau_month(old.submitted_at) WHERE old.submitted_at IS NOT NULL
  UNION SELECT 'submissions', nassau_month(new.submitted_at) WHERE new.submitted_at IS NOT NULL;
  PERFORM report_of_case_changed(new.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_applications_added AFTER INSERT ON visa_applications REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_applications();
--> statement-breakpoint
CREATE TRIGGER report_applications_gone AFTER DELETE ON visa_applications REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_applications();
--> statement-breakpoint
CREATE TRIGGER report_applications_changed AFTER UPDATE OF status, current_step, visa_service_id, submitted_at, created_at ON visa_applications
  FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.current_step IS DISTINCT FROM new.current_step
    OR old.visa_service_id IS DISTINCT FROM new.visa_service_id OR old.submitted_at IS DISTINCT FROM new.submitted_at
    OR old.created_at IS DISTINCT FROM new.created_at)
  EXECUTE FUNCTION report_application();
--> statement-breakpoint
CREATE FUNCTION report_inquiries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'inquiries', nassau_month(created_at) FROM changed
  UNION SELECT DISTINCT 'answers', nassau_month(answered_at) FROM changed WHERE answered_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION report_inquiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT 'inquiries', nassau_month(old.created_at) UNION SELECT 'inquiries', nassau_month(new.created_at)
  UNION SELECT 'answers', nassau_month(old.answered_at) WHERE old.answered_at IS NOT NULL
  UNION SELECT 'answers', nassau_month(new.answered_at) WHERE new.answered_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_inquiries_added AFTER INSERT ON visa_inquiries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_inquiries();
--> statement-breakpoint
CREATE TRIGGER report_inquiries_gone AFTER DELETE ON visa_inquiries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_inquiries();
--> statement-breakpoint
CREATE TRIGGER report_inquiries_changed AFTER UPDATE OF visa_service, answered_at, created_at ON visa_inquiries
  FOR EACH ROW WHEN (old.visa_service IS DISTINCT FROM new.visa_service
    OR old.answered_at IS DISTINCT FROM new.answered_at OR old.created_at IS DISTINCT FROM new.created_at)
  EXECUTE FUNCTION report_inquiry();
--> statement-breakpoint
-- A line of the history may undo an older decision, and a reversal an older payment: their months are made anew too.
CREATE FUNCTION report_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'decisions', nassau_month(h.created_at) FROM changed
  JOIN application_status_history h ON h.application_id = changed.application_id
  WHERE h.to_status IN ('approved', 'denied')
  UNION SELECT DISTINCT 'decisions', nassau_month(created_at) FROM changed WHERE to_status IN ('approved', 'denied');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_history_added AFTER INSERT ON application_status_history REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_history();
--> statement-breakpoint
CREATE TRIGGER report_history_gone AFTER DELETE ON application_status_history REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_history();
--> statement-breakpoint
CREATE TRIGGER report_history_changed AFTER UPDATE ON application_status_history REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_history();
--> statement-breakpoint
CREATE FUNCTION report_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'revenue', date_trunc('month', ledger_day(paid_on, created_at))::date FROM changed
  WHERE kind IN ('payment', 'refund')
  UNION SELECT DISTINCT 'revenue', date_trunc('month', ledger_day(e.paid_on, e.created_at))::date FROM changed
  JOIN ledger_entries e ON e.id = changed.reverses WHERE e.kind IN ('payment', 'refund');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_ledger_added AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_ledger();
--> statement-breakpoint
CREATE TRIGGER report_ledger_gone AFTER DELETE ON ledger_entries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_ledger();
--> statement-breakpoint
-- Whatever was there before the upgrade is made when it is first asked for, or by the job.
INSERT INTO report_changes (subject, month)
SELECT DISTINCT 'applications', nassau_month(created_at) FROM visa_applications
UNION SELECT DISTINCT 'submissions', nassau_month(submitted_at) FROM visa_applications WHERE submitted_at IS NOT NULL
UNION SELECT DISTINCT 'inquiries', nassau_month(created_at) FROM visa_inquiries
UNION SELECT DISTINCT 'answers', nassau_month(answered_at) FROM visa_inquiries WHERE answered_at IS NOT NULL
UNION SELECT DISTINCT 'decisions', nassau_month(created_at) FROM application_status_history WHERE to_status IN ('approved', 'denied')
UNION SELECT DISTINCT 'revenue', date_trunc('month', ledger_day(paid_on, created_at))::date FROM ledger_entries WHERE kind IN ('payment', 'refund');

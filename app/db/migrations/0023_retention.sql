-- How long things are kept: the nightly runs and legal holds.
CREATE TABLE "retention_runs" (
	"night" date PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_failures" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_failures_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"placed_by" text NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removal_reason" text,
	"removed_by" text,
	"removed_at" timestamp with time zone,
	CONSTRAINT "legal_holds_reasoned" CHECK (char_length("legal_holds"."reason") between 1 and 500 and char_length("legal_holds"."removal_reason") between 1 and 500),
	CONSTRAINT "legal_holds_removed" CHECK (("legal_holds"."removed_at" is null) = ("legal_holds"."removal_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "legal_holds_standing" ON "legal_holds" USING btree ("application_id") WHERE "legal_holds"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "legal_holds_application_id_placed_at_index" ON "legal_holds" USING btree ("application_id","placed_at");--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "kept_from" timestamp with time zone, ADD COLUMN "deletion_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "text_removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "visa_applications_never_submitted" ON "visa_applications" USING btree (greatest("last_updated_at","kept_from"),"id") WHERE "visa_applications"."submitted_at" is null;--> statement-breakpoint
CREATE INDEX "application_status_history_final" ON "application_status_history" USING btree ("created_at") WHERE to_status in ('approved', 'denied', 'withdrawn');--> statement-breakpoint
CREATE INDEX "email_notifications_with_text" ON "email_notifications" USING btree ("created_at","id") WHERE "email_notifications"."text_removed_at" is null;--> statement-breakpoint
CREATE INDEX "admin_activity_log_with_address" ON "admin_activity_log" USING btree ("created_at","id") WHERE "admin_activity_log"."address" is not null;--> statement-breakpoint
-- While a hold stands nothing deletes its case, whoever tries.
CREATE FUNCTION refuse_deleted_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM legal_holds WHERE application_id = old.id AND removed_at IS NULL) THEN
    RAISE EXCEPTION 'a case under a legal hold is not deleted' USING errcode = 'restrict_violation';
  END IF;
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER visa_applications_held BEFORE DELETE ON visa_applications
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_held();
--> statement-breakpoint
-- Drafts that are old already get their two mails first: their days are counted as if this were the 59th.
UPDATE visa_applications SET kept_from = now() - interval '59 days'
WHERE submitted_at IS NULL AND last_updated_at < now() - interval '59 days';
--> statement-breakpoint
-- One nightly run takes the place of these jobs.
DO $$
BEGIN
  IF to_regclass('pgboss.schedule') IS NOT NULL THEN
    DELETE FROM pgboss.schedule WHERE name IN ('applications.sweep', 'inquiries.sweep', 'newsletter.sweep', 'accounts.sweep');
  END IF;
END $$;

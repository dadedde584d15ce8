-- What a night looks for is found by its date, and what an entry of the record is about by an index.
ALTER TABLE "admin_activity_log" ADD COLUMN "about" text GENERATED ALWAYS AS (coalesce(details ->> 'number', subject_name)) STORED;--> statement-breakpoint
CREATE INDEX "admin_activity_log_about_created_at_index" ON "admin_activity_log" USING btree ("about","created_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('lucaya.record', true) = 'sweep' THEN
    RETURN CASE tg_op WHEN 'DELETE' THEN old ELSE new END;
  END IF;
  -- Generated columns have no value yet.
  IF tg_op = 'UPDATE' AND old.action_type IN ('sign_in_failed', 'sign_in_refused')
    AND to_jsonb(new) - '{details,about}'::text[] = to_jsonb(old) - '{details,about}'::text[]
    AND (new.details ->> 'times')::int > coalesce((old.details ->> 'times')::int, 1) THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'entries of the record are kept as they are' USING errcode = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE INDEX "documents_waiting" ON "documents" USING btree ("created_at","id") WHERE (application_id is null and inquiry_id is null and sample_of is null) or document_type in ('message_draft', 'office_message_draft');--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_unconfirmed" ON "newsletter_subscribers" USING btree ("created_at","id") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "erasure_requests_asked" ON "erasure_requests" USING btree ("created_at","id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "erasure_requests_refused" ON "erasure_requests" USING btree ("decided_at","id") WHERE state = 'refused';--> statement-breakpoint
CREATE INDEX "visa_inquiries_last_use" ON "visa_inquiries" USING btree (greatest("created_at","updated_at","answered_at"),"id");--> statement-breakpoint
-- What was taken back is deleted from now on.
DELETE FROM "erasure_requests" WHERE state = 'taken_back';--> statement-breakpoint
ALTER TABLE "erasure_requests" DROP CONSTRAINT "erasure_requests_state_known";--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_state_known" CHECK ("erasure_requests"."state" in ('asked', 'open', 'erasing', 'restricting', 'refused'));--> statement-breakpoint
-- A hold stands on a case, or on a case that is restricted.
ALTER TABLE "legal_holds" ALTER COLUMN "application_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD COLUMN "restricted_id" uuid REFERENCES "public"."restricted_cases"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_one_case" CHECK (num_nonnulls("legal_holds"."application_id", "legal_holds"."restricted_id") = 1);--> statement-breakpoint
CREATE UNIQUE INDEX "legal_holds_restricted_standing" ON "legal_holds" USING btree ("restricted_id") WHERE "legal_holds"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "legal_holds_restricted_id_placed_at_index" ON "legal_holds" USING btree ("restricted_id","placed_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_deleted_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM legal_holds WHERE old.id IN (application_id, restricted_id) AND removed_at IS NULL) THEN
    RAISE EXCEPTION 'a case under a legal hold is not deleted' USING errcode = 'restrict_violation';
  END IF;
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER restricted_cases_held BEFORE DELETE ON restricted_cases
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_held();

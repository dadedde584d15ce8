ALTER TABLE "visa_applications" ADD COLUMN "waits_until" date;--> statement-breakpoint
CREATE INDEX "visa_applications_waits" ON "visa_applications" USING btree ("waits_until") WHERE "visa_applications"."waits_until" is not null;--> statement-breakpoint
CREATE INDEX "visa_applications_unverified" ON "visa_applications" USING btree ("created_at","id") WHERE email_confirmed_at is null and submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled');--> statement-breakpoint
CREATE INDEX "visa_inquiries_answered_email" ON "visa_inquiries" USING btree (lower("email"),"answered_at") WHERE "visa_inquiries"."answered_at" is not null and "visa_inquiries"."email" <> '';
--> statement-breakpoint
UPDATE "visa_applications" v SET "waits_until" = (
  SELECT (min(a.starts_at) AT TIME ZONE 'America/Nassau')::date FROM appointments a
  WHERE a.application_id = v.id AND a.state = 'planned' AND a.kind IN ('interview', 'biometrics') AND a.starts_at > now()
) WHERE v.turn = 'office'
  AND v.id IN (SELECT application_id FROM appointments WHERE state = 'planned' AND kind IN ('interview', 'biometrics') AND starts_at > now())
  AND NOT EXISTS (SELECT FROM case_messages m WHERE m.application_id = v.id AND m.side = 'applicant' AND m.answered_at IS NULL)
  AND NOT EXISTS (SELECT FROM case_item_answers s WHERE s.application_id = v.id AND s.outcome = 'waiting');

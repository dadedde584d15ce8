ALTER TABLE "visa_applications" ADD COLUMN "sent_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "sent_passport_digests" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "visa_applications_sent_text" ON "visa_applications" USING gin ("sent_text" gin_trgm_ops) WHERE "visa_applications"."sent_text" <> '';--> statement-breakpoint
CREATE INDEX "visa_applications_sent_passport" ON "visa_applications" USING gin ("sent_passport_digests") WHERE "visa_applications"."sent_passport_digests" <> '{}';
--> statement-breakpoint
-- What corrections that wait now bring is encrypted: the job that encrypts applications makes it at the next start.
update visa_applications set is_encrypted = false where id in (
  select a.application_id from case_item_answers a join case_request_items i on i.id = a.item_id
  where a.outcome = 'waiting' and i.kind = 'correction');

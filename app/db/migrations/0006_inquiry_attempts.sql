ALTER TABLE "documents" ADD COLUMN "attempt_key" uuid;--> statement-breakpoint
ALTER TABLE "visa_inquiries" ADD COLUMN "attempt_key" uuid;--> statement-breakpoint
CREATE INDEX "documents_unattached" ON "documents" USING btree ("uploaded_by","created_at") WHERE application_id is null and inquiry_id is null;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_attemptKey_unique" UNIQUE("attempt_key");--> statement-breakpoint
ALTER TABLE "visa_inquiries" ADD CONSTRAINT "visa_inquiries_attemptKey_unique" UNIQUE("attempt_key");
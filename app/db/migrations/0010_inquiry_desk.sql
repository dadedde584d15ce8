ALTER TABLE "visa_inquiries" ADD COLUMN "notes_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "visa_inquiries_visa_service_created_at_id_index" ON "visa_inquiries" USING btree ("visa_service","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_priority" ON "visa_inquiries" USING btree ("created_at","id") WHERE "visa_inquiries"."priority";
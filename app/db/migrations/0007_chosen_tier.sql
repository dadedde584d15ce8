ALTER TABLE "visa_applications" ADD COLUMN "tier_name" text;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "government_fee" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "service_fee" numeric(10, 2);
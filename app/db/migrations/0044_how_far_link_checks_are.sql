ALTER TABLE "link_checks" ADD COLUMN "done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "link_checks" ADD COLUMN "total" integer;--> statement-breakpoint
ALTER TABLE "link_checks" ADD COLUMN "failed_at" timestamp with time zone;
-- Since when a session counts as one whose owner has just shown that it is them. Sessions from before the upgrade have not.
ALTER TABLE "session" ADD COLUMN "fresh_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session" ALTER COLUMN "fresh_at" SET DEFAULT now();

-- The team, and the order of the reviews, are changed by staff (decision 0028).
CREATE TABLE "team_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"bio" text NOT NULL,
	"languages" text[] NOT NULL,
	"is_founder" boolean DEFAULT false NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE INDEX "team_members_published_display_order_index" ON "team_members" USING btree ("published","display_order");--> statement-breakpoint
create trigger team_members_changed after insert or update or delete or truncate on team_members
  for each statement execute function public_content_changed();
--> statement-breakpoint
ALTER TABLE "google_reviews" ADD COLUMN "first_place" integer;--> statement-breakpoint
ALTER TABLE "google_reviews" ADD CONSTRAINT "google_reviews_first_place_range" CHECK ("google_reviews"."first_place" between 1 and 8);--> statement-breakpoint
CREATE INDEX "google_reviews_first_place_index" ON "google_reviews" USING btree ("first_place");

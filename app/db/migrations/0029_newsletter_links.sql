-- Addresses that lead elsewhere, links that do not answer, and posts that are sent as issues of the newsletter.
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_path" text NOT NULL,
	"to_address" text NOT NULL,
	"made_by" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_fromPath_unique" UNIQUE("from_path"),
	CONSTRAINT "redirects_from_path_form" CHECK ("from_path" ~ '^/[^?#]+$'),
	CONSTRAINT "redirects_to_address_form" CHECK ("to_address" ~ '^(/|https://)')
);
--> statement-breakpoint
CREATE TRIGGER redirects_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "redirects"
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();--> statement-breakpoint
CREATE TABLE "broken_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page" text NOT NULL,
	"address" text NOT NULL,
	"is_picture" boolean DEFAULT false NOT NULL,
	"words" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "broken_links_page_address_unique" UNIQUE("page","address")
);
--> statement-breakpoint
CREATE TABLE "link_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"asked_by" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"pages" integer
);
--> statement-breakpoint
CREATE TABLE "newsletter_issues" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "newsletter_issues_postId_unique" UNIQUE("post_id"),
	CONSTRAINT "newsletter_issues_state_known" CHECK ("state" in ('sending', 'stopped', 'done'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issue_id" uuid NOT NULL,
	"subscriber_id" uuid,
	"mail_id" uuid,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_recipients_issue_id_subscriber_id_unique" UNIQUE("issue_id","subscriber_id"),
	CONSTRAINT "newsletter_recipients_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade,
	CONSTRAINT "newsletter_recipients_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE set null,
	CONSTRAINT "newsletter_recipients_mail_id_email_notifications_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."email_notifications"("id") ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX "newsletter_recipients_subscriber" ON "newsletter_recipients" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "newsletter_recipients_mail" ON "newsletter_recipients" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_created_at_id_index" ON "newsletter_subscribers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_found_by" ON "newsletter_subscribers" USING gin ((folded("email")) gin_trgm_ops);

-- The owner's words of mails: those that were published, and those that a mail was sent with (O-MAIL-7).
CREATE TABLE "mail_words" (
	"kind" text PRIMARY KEY NOT NULL,
	"words" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_notifications" ADD COLUMN "words" jsonb;

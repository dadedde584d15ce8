-- Replies to inquiries.
CREATE TYPE "public"."inquiry_reply_kind" AS ENUM('mail', 'answer');--> statement-breakpoint
CREATE TABLE "inquiry_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"inquiry_id" uuid NOT NULL,
	"kind" "inquiry_reply_kind" NOT NULL,
	"body" text NOT NULL,
	"admin_email" text NOT NULL,
	"recorded_by" text,
	"way" text,
	"said_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inquiry_replies_said" CHECK (char_length("inquiry_replies"."body") between 1 and 5000)
);
--> statement-breakpoint
ALTER TABLE "inquiry_replies" ADD CONSTRAINT "inquiry_replies_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inquiry_replies_inquiry_id_said_at_index" ON "inquiry_replies" USING btree ("inquiry_id","said_at");

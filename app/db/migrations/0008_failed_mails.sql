CREATE TABLE "failed_mails" (
	"mailbox" text NOT NULL,
	"key" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"next_try_at" timestamp with time zone,
	"received_mail_id" uuid,
	"is_gone" boolean DEFAULT false NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "failed_mails_key_mailbox_pk" PRIMARY KEY("key","mailbox")
);
--> statement-breakpoint
ALTER TABLE "failed_mails" ADD CONSTRAINT "failed_mails_received_mail_id_received_mails_id_fk" FOREIGN KEY ("received_mail_id") REFERENCES "public"."received_mails"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "failed_mails_received_mail_id_index" ON "failed_mails" USING btree ("received_mail_id");
--> statement-breakpoint
CREATE INDEX "failed_mails_failed_at_index" ON "failed_mails" USING btree ("failed_at");

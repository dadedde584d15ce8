CREATE TABLE "agreement_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"version" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_offline" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"signature_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"admin_email" text,
	"signature" text,
	"sha256" text,
	"ended_on" date,
	"reason" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_events_once" UNIQUE("signature_id","kind"),
	CONSTRAINT "agreement_events_kind" CHECK ("agreement_events"."kind" in ('countersigned', 'withdrawn', 'ended')),
	CONSTRAINT "agreement_events_reason" CHECK (char_length("agreement_events"."reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "agreement_offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"text_sha256" text NOT NULL,
	"work_begins_signed" boolean NOT NULL,
	"because" text,
	"offered_by" text,
	"offered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "agreement_offers_because" CHECK ("agreement_offers"."because" in ('price', 'version'))
);
--> statement-breakpoint
CREATE TABLE "agreement_signatures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"offer_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"text" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"agreed_to" text NOT NULL,
	"signature" text NOT NULL,
	"address" text NOT NULL,
	"browser" text NOT NULL,
	"sha256" text NOT NULL,
	"signed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_signatures_offerId_unique" UNIQUE("offer_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"invoice_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	CONSTRAINT "invoice_lines_invoice_id_entry_id_pk" PRIMARY KEY("invoice_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_numbers" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_numbers_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" text,
	"voids" uuid,
	"facts" jsonb NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"vat" numeric(10, 2) DEFAULT '0' NOT NULL,
	"issued_on" date NOT NULL,
	"due_on" date,
	"reason" text,
	"admin_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_voids_unique" UNIQUE("voids"),
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_parts" CHECK (("invoices"."kind" = 'credit_note') = ("invoices"."voids" is not null) and ("invoices"."kind" = 'credit_note') = ("invoices"."reason" is not null) and ("invoices"."kind" = 'invoice') = ("invoices"."due_on" is not null)),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount" >= 0 and "invoices"."vat" between 0 and "invoices"."amount"),
	CONSTRAINT "invoices_reasoned" CHECK (char_length("invoices"."reason") > 0)
);
--> statement-breakpoint
CREATE TABLE "open_invoices" (
	"invoice_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"open" numeric(10, 2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pay_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"last_day" date,
	"admin_email" text NOT NULL,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_as" text,
	"ended_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pay_links_ended_as" CHECK ("pay_links"."ended_as" in ('withdrawn', 'replaced', 'paid', 'void')),
	CONSTRAINT "pay_links_ended" CHECK (("pay_links"."ended_at" is null) = ("pay_links"."ended_as" is null)),
	CONSTRAINT "pay_links_url" CHECK (char_length("pay_links"."url") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "kept_invoices" (
	"number" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"vat" numeric(10, 2) NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ignored_mails" (
	"day" date NOT NULL,
	"why" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ignored_mails_day_why_pk" PRIMARY KEY("day","why")
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"name" text PRIMARY KEY NOT NULL,
	"uid_validity" bigint,
	"last_uid" bigint,
	"checked_at" timestamp with time zone,
	"waiting" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid,
	"inquiry_id" uuid,
	"state" text NOT NULL,
	"why" text,
	"sender" text NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"quoted" text DEFAULT '' NOT NULL,
	"refused_files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"answered_at" timestamp with time zone,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "received_mails_state" CHECK ("received_mails"."state" in ('in_thread', 'unverified')),
	CONSTRAINT "received_mails_one_thread" CHECK ("received_mails"."application_id" is null or "received_mails"."inquiry_id" is null),
	CONSTRAINT "received_mails_body" CHECK (char_length("received_mails"."body") <= 50000)
);
--> statement-breakpoint
CREATE TABLE "taken_mails" (
	"message_hash" text NOT NULL,
	"recipient_hash" text NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "taken_mails_message_hash_recipient_hash_pk" PRIMARY KEY("message_hash","recipient_hash")
);
--> statement-breakpoint
ALTER TABLE "case_messages" ADD COLUMN "received_mail_id" uuid;
--> statement-breakpoint
ALTER TABLE "case_messages" ADD COLUMN "mail_part" integer;
--> statement-breakpoint
ALTER TABLE "case_messages" ADD COLUMN "mail_parts" integer;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "invoice_id" uuid;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "rest_invoice_id" uuid;
--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "agreement_id" uuid;
--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "agreement_offered" text DEFAULT 'before' NOT NULL;
--> statement-breakpoint
ALTER TABLE "visa_services" ADD COLUMN "work_begins_signed" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "received_mail_id" uuid;
--> statement-breakpoint
ALTER TABLE "agreement_events" ADD CONSTRAINT "agreement_events_signature_id_agreement_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."agreement_signatures"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agreement_events" ADD CONSTRAINT "agreement_events_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agreement_offers" ADD CONSTRAINT "agreement_offers_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agreement_signatures" ADD CONSTRAINT "agreement_signatures_offer_id_agreement_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."agreement_offers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "agreement_signatures" ADD CONSTRAINT "agreement_signatures_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "open_invoices" ADD CONSTRAINT "open_invoices_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "open_invoices" ADD CONSTRAINT "open_invoices_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pay_links" ADD CONSTRAINT "pay_links_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pay_links" ADD CONSTRAINT "pay_links_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "agreement_events_application_id_at_index" ON "agreement_events" USING btree ("application_id","at");
--> statement-breakpoint
CREATE INDEX "agreement_offers_application_id_offered_at_index" ON "agreement_offers" USING btree ("application_id","offered_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_offers_current" ON "agreement_offers" USING btree ("application_id") WHERE "agreement_offers"."replaced_at" is null;
--> statement-breakpoint
CREATE INDEX "agreement_signatures_application_id_signed_at_index" ON "agreement_signatures" USING btree ("application_id","signed_at");
--> statement-breakpoint
CREATE INDEX "invoice_lines_entry_id_index" ON "invoice_lines" USING btree ("entry_id");
--> statement-breakpoint
CREATE INDEX "invoices_application_id_created_at_index" ON "invoices" USING btree ("application_id","created_at");
--> statement-breakpoint
CREATE INDEX "open_invoices_due_on_invoice_id_index" ON "open_invoices" USING btree ("due_on","invoice_id");
--> statement-breakpoint
CREATE INDEX "open_invoices_application_id_index" ON "open_invoices" USING btree ("application_id");
--> statement-breakpoint
CREATE INDEX "pay_links_invoice_id_created_at_index" ON "pay_links" USING btree ("invoice_id","created_at");
--> statement-breakpoint
CREATE INDEX "pay_links_application_id_index" ON "pay_links" USING btree ("application_id");
--> statement-breakpoint
CREATE INDEX "received_mails_application_id_index" ON "received_mails" USING btree ("application_id");
--> statement-breakpoint
CREATE INDEX "received_mails_inquiry_id_received_at_index" ON "received_mails" USING btree ("inquiry_id","received_at");
--> statement-breakpoint
CREATE INDEX "received_mails_unverified" ON "received_mails" USING btree ("received_at","id") WHERE "received_mails"."state" = 'unverified';
--> statement-breakpoint
CREATE INDEX "received_mails_unanswered" ON "received_mails" USING btree ("received_at","inquiry_id") WHERE "received_mails"."state" = 'in_thread' and "received_mails"."inquiry_id" is not null and "received_mails"."answered_at" is null;
--> statement-breakpoint
CREATE INDEX "taken_mails_taken_at_index" ON "taken_mails" USING btree ("taken_at");
--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_received_mail_id_received_mails_id_fk" FOREIGN KEY ("received_mail_id") REFERENCES "public"."received_mails"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_rest_invoice_id_invoices_id_fk" FOREIGN KEY ("rest_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_agreement_id_agreement_templates_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreement_templates"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_received_mail_id_received_mails_id_fk" FOREIGN KEY ("received_mail_id") REFERENCES "public"."received_mails"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "case_messages_received_mail_id_index" ON "case_messages" USING btree ("received_mail_id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_invoice_id_index" ON "ledger_entries" USING btree ("invoice_id");
--> statement-breakpoint
CREATE INDEX "ledger_entries_rest_invoice_id_index" ON "ledger_entries" USING btree ("rest_invoice_id");
--> statement-breakpoint
CREATE INDEX "documents_received_mail_id_index" ON "documents" USING btree ("received_mail_id");
--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_agreement_offered" CHECK ("visa_services"."agreement_offered" in ('before', 'after'));
--> statement-breakpoint
-- What was signed or invoiced stays as it was, for as long as its application does.
CREATE FUNCTION refuse_deleted_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM visa_applications WHERE id = old.application_id) THEN
    RAISE EXCEPTION 'rows of % are not deleted', tg_table_name USING errcode = 'restrict_violation';
  END IF;
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER agreement_signatures_immutable BEFORE UPDATE ON agreement_signatures
  FOR EACH ROW WHEN (new.* IS DISTINCT FROM old.*) EXECUTE FUNCTION keep_what_was_signed();
--> statement-breakpoint
CREATE TRIGGER agreement_signatures_stay BEFORE DELETE ON agreement_signatures
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_proof();
--> statement-breakpoint
CREATE TRIGGER agreement_events_immutable BEFORE UPDATE ON agreement_events
  FOR EACH ROW WHEN (new.* IS DISTINCT FROM old.*) EXECUTE FUNCTION keep_what_was_signed();
--> statement-breakpoint
CREATE TRIGGER agreement_events_stay BEFORE DELETE ON agreement_events
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_proof();
--> statement-breakpoint
CREATE TRIGGER invoices_immutable BEFORE UPDATE ON invoices
  FOR EACH ROW WHEN (new.* IS DISTINCT FROM old.*) EXECUTE FUNCTION keep_what_was_signed();
--> statement-breakpoint
CREATE TRIGGER invoices_stay BEFORE DELETE ON invoices
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_proof();
--> statement-breakpoint
-- A charge is on one valid invoice at most. Its verbs lock the application, so that two can't add it at once.
CREATE FUNCTION refuse_invoiced_twice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM invoice_lines l WHERE l.entry_id = new.entry_id AND l.invoice_id <> new.invoice_id
    AND NOT EXISTS (SELECT FROM invoices c WHERE c.voids = l.invoice_id)) THEN
    RAISE EXCEPTION 'a charge is on another valid invoice' USING errcode = 'restrict_violation';
  END IF;
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_once BEFORE INSERT ON invoice_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_invoiced_twice();
--> statement-breakpoint
CREATE TRIGGER invoice_lines_immutable BEFORE UPDATE ON invoice_lines
  FOR EACH ROW WHEN (new.* IS DISTINCT FROM old.*) EXECUTE FUNCTION keep_what_was_signed();
--> statement-breakpoint
-- Money may be assigned to an invoice later, while it is on no valid one, and likewise what a payment has beyond its
-- invoice.
CREATE OR REPLACE FUNCTION refuse_changed_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing text[] := ARRAY['refundable_until', 'receipt_number', 'shown_from', 'invoice_id', 'rest_invoice_id'];
BEGIN
  IF (to_jsonb(new) - changing) IS DISTINCT FROM (to_jsonb(old) - changing)
    OR (old.receipt_number IS NOT NULL AND new.receipt_number IS DISTINCT FROM old.receipt_number)
    OR (old.invoice_id IS NOT NULL AND new.invoice_id IS DISTINCT FROM old.invoice_id
      AND NOT EXISTS (SELECT FROM invoices WHERE voids = old.invoice_id))
    OR (old.rest_invoice_id IS NOT NULL AND new.rest_invoice_id IS DISTINCT FROM old.rest_invoice_id
      AND NOT EXISTS (SELECT FROM invoices WHERE voids = old.rest_invoice_id)) THEN
    RAISE EXCEPTION 'an entry of the ledger is immutable' USING errcode = 'restrict_violation';
  END IF;
  RETURN new;
END $$;

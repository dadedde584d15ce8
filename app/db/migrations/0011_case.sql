CREATE TYPE "public"."case_turn" AS ENUM('applicant', 'office', 'authority');--> statement-breakpoint
CREATE TYPE "public"."appointment_kind" AS ENUM('interview', 'biometrics', 'collection', 'call');--> statement-breakpoint
CREATE TYPE "public"."appointment_state" AS ENUM('planned', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."case_item_kind" AS ENUM('document', 'question');--> statement-breakpoint
CREATE TYPE "public"."case_item_state" AS ENUM('open', 'sent', 'accepted', 'taken_back', 'closed');--> statement-breakpoint
CREATE TYPE "public"."case_side" AS ENUM('applicant', 'office');--> statement-breakpoint
CREATE TYPE "public"."charge_payee" AS ENUM('us', 'through_us', 'directly');--> statement-breakpoint
CREATE TYPE "public"."item_answer_outcome" AS ENUM('waiting', 'accepted', 'refused', 'closed');--> statement-breakpoint
CREATE TYPE "public"."ledger_kind" AS ENUM('charge', 'payment', 'refund', 'reversal');--> statement-breakpoint
CREATE TYPE "public"."payment_method" AS ENUM('cash', 'bank_transfer', 'card', 'check', 'other');--> statement-breakpoint
CREATE TABLE "appointments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" "appointment_kind" NOT NULL,
	"day" date NOT NULL,
	"time" text NOT NULL,
	"zone" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"place" text NOT NULL,
	"bring" text DEFAULT '' NOT NULL,
	"state" "appointment_state" DEFAULT 'planned' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone,
	"other_time" text,
	"other_time_at" timestamp with time zone,
	"day_reminder_at" timestamp with time zone,
	"hours_reminder_at" timestamp with time zone,
	"admin_email" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appointments_minutes" CHECK ("appointments"."minutes" between 5 and 1440)
);
--> statement-breakpoint
CREATE TABLE "case_item_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"item_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"answer" text,
	"outcome" "item_answer_outcome" DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"side" "case_side" NOT NULL,
	"admin_email" text,
	"body" text NOT NULL,
	"read_at" timestamp with time zone,
	"answer_by" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"mail_due_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_messages_length" CHECK (length("case_messages"."body") <= 10000)
);
--> statement-breakpoint
CREATE TABLE "case_request_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" "case_item_kind" NOT NULL,
	"document_type" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"due_on" date,
	"if_late" text DEFAULT '' NOT NULL,
	"state" "case_item_state" DEFAULT 'open' NOT NULL,
	"state_reason" text,
	"state_at" timestamp with time zone DEFAULT now() NOT NULL,
	"overdue_told" date,
	"draft" text,
	"draft_revision" integer DEFAULT 0 NOT NULL,
	"begun_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_request_items_named" CHECK (length("case_request_items"."name") between 1 and 500),
	CONSTRAINT "case_request_items_reasoned" CHECK (length("case_request_items"."reason") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "case_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"admin_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"kind" "ledger_kind" NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"payee" charge_payee,
	"name" text NOT NULL,
	"refundable_until" date,
	"method" "payment_method",
	"paid_on" date,
	"reference" text DEFAULT '' NOT NULL,
	"reverses" uuid,
	"reason" text,
	"receipt_number" text,
	"admin_email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "ledger_entries_receiptNumber_unique" UNIQUE("receipt_number"),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount" >= 0),
	CONSTRAINT "ledger_entries_payee_of_charge" CHECK (("ledger_entries"."kind" = 'charge') = ("ledger_entries"."payee" is not null)),
	CONSTRAINT "ledger_entries_reversal" CHECK (("ledger_entries"."kind" = 'reversal') = ("ledger_entries"."reverses" is not null))
);
--> statement-breakpoint
CREATE TABLE "receipt_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_email" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "turn" "case_turn";--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "turn_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "filed_on" date;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD COLUMN "decision_expected_by" date;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "case_item_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "case_answer_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "case_message_id" uuid;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_item_answers" ADD CONSTRAINT "case_item_answers_item_id_case_request_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."case_request_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_item_answers" ADD CONSTRAINT "case_item_answers_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_request_items" ADD CONSTRAINT "case_request_items_request_id_case_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."case_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_request_items" ADD CONSTRAINT "case_request_items_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_requests" ADD CONSTRAINT "case_requests_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointments_application_id_starts_at_index" ON "appointments" USING btree ("application_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_planned" ON "appointments" USING btree ("starts_at") WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX "case_item_answers_item_id_created_at_index" ON "case_item_answers" USING btree ("item_id","created_at");--> statement-breakpoint
CREATE INDEX "case_item_answers_waiting" ON "case_item_answers" USING btree ("application_id") WHERE outcome = 'waiting';--> statement-breakpoint
CREATE INDEX "case_messages_application_id_created_at_id_index" ON "case_messages" USING btree ("application_id","created_at","id");--> statement-breakpoint
CREATE INDEX "case_messages_not_mailed" ON "case_messages" USING btree ("mail_due_at") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "case_messages_unanswered" ON "case_messages" USING btree ("answer_by","application_id") WHERE side = 'applicant' and answered_at is null;--> statement-breakpoint
CREATE INDEX "case_request_items_application_id_state_index" ON "case_request_items" USING btree ("application_id","state");--> statement-breakpoint
CREATE INDEX "case_request_items_request_id_index" ON "case_request_items" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "case_request_items_due" ON "case_request_items" USING btree ("due_on") WHERE state = 'open' and due_on is not null;--> statement-breakpoint
CREATE INDEX "case_requests_application_id_created_at_index" ON "case_requests" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_application_id_created_at_index" ON "ledger_entries" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "saved_replies_admin_email_index" ON "saved_replies" USING btree ("admin_email");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_case_item_id_case_request_items_id_fk" FOREIGN KEY ("case_item_id") REFERENCES "public"."case_request_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_case_answer_id_case_item_answers_id_fk" FOREIGN KEY ("case_answer_id") REFERENCES "public"."case_item_answers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_case_message_id_case_messages_id_fk" FOREIGN KEY ("case_message_id") REFERENCES "public"."case_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_case_item_id_index" ON "documents" USING btree ("case_item_id");--> statement-breakpoint
CREATE INDEX "documents_case_message_id_index" ON "documents" USING btree ("case_message_id");--> statement-breakpoint
-- What was written stays as it was written; marks of reading, mailing and answering are the rest of the row.
create function refuse_changed_message() returns trigger language plpgsql as $$
begin
  if (new.application_id, new.side, new.admin_email, new.body, new.created_at)
    is distinct from (old.application_id, old.side, old.admin_email, old.body, old.created_at) then
    raise exception 'a message is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger case_messages_immutable before update on case_messages
  for each row execute function refuse_changed_message();
--> statement-breakpoint
-- An entry of the ledger never changes but for the day until which it is refunded, and one with a receipt goes only with
-- its application.
create function refuse_changed_entry() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'refundable_until' is distinct from to_jsonb(old) - 'refundable_until' then
    raise exception 'an entry of the ledger is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger ledger_entries_immutable before update on ledger_entries
  for each row execute function refuse_changed_entry();
--> statement-breakpoint
create function refuse_deleted_receipt() returns trigger language plpgsql as $$
begin
  if old.receipt_number is not null and exists (select from visa_applications where id = old.application_id) then
    raise exception 'an entry with a receipt is not deleted' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
--> statement-breakpoint
create trigger ledger_entries_kept before delete on ledger_entries
  for each row execute function refuse_deleted_receipt();

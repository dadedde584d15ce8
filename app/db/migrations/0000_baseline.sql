-- The whole schema of 1.0.0. Later migrations only add to it.
-- First what generated columns and indexes are computed with, then the tables as drizzle-kit writes them, then triggers.
create extension if not exists pg_trgm;
--> statement-breakpoint
-- One folding of texts for all comparisons (app/db/folded.ts does the same), and the search by every name of an applicant.
create function folded(text) returns text language sql immutable strict parallel safe
return replace(replace(replace(replace(translate(
  lower(regexp_replace(normalize(replace($1, '´', ''), NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g')),
  'øłđðɖɗħıɨȷəǝɛŋŧƒɓƀĸƙɣɔɵʉʋƴƶςٱىیکةہھ`’‘‛′ʹʻʼʽʾʿˈꞌ՚׳-‐‑‒–—―−֊־''', 'olddddhiijeeentfbbkkgoouvyzσاييكههه'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
--> statement-breakpoint
create function digits(text) returns text language sql immutable strict parallel safe
return regexp_replace($1, '[^0-9]', '', 'g');
--> statement-breakpoint
-- The digits of an applicant's own phones, from the answers of step 3. In plpgsql, so that those are read once;
-- a restored backup computes it without a search path.
create function contact_phones(answers jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return concat_ws(' ', public.digits(answers ->> 'primaryPhone'), public.digits(answers ->> 'secondaryPhone'), public.digits(answers ->> 'workPhone'));
end $$;
--> statement-breakpoint
-- Every name that an application holds. In plpgsql, so that the answers are read once; a restored backup computes it
-- without a search path.
create function applicant_names(answers jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return concat_ws(' ', answers #>> '{step1,firstName}', answers #>> '{step1,middleName}', answers #>> '{step1,lastName}',
    (select string_agg(name #>> '{}', ' ') from jsonb_path_query(answers, 'lax $.step1.otherNames[*].name') name),
    answers #>> '{step2,nameInPassport}', answers #>> '{step1,fullNameNativeAlphabet}');
end $$;
--> statement-breakpoint
-- What one to three figures are found by: the first figures of every number that is no phone (app/db/found-by.server.ts).
create function few_digits(search_text text) returns text[] language sql immutable strict parallel safe
return array(select distinct left(run[1], n)
  from regexp_matches(split_part(search_text, chr(31), 1), '[0-9]+', 'g') run, generate_series(1, least(3, length(run[1]))) n);
--> statement-breakpoint
-- The day of a payment or refund; of those from before the ledger the day they were carried over.
CREATE FUNCTION ledger_day(paid_on date, created_at timestamp with time zone) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(paid_on, (created_at AT TIME ZONE 'America/Nassau')::date);
--> statement-breakpoint
CREATE FUNCTION nassau_month(timestamp with time zone) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_trunc('month', $1 AT TIME ZONE 'America/Nassau')::date;
--> statement-breakpoint
-- The ids of the pictures that a version names, of any kind and anywhere in it.
CREATE FUNCTION pictures_in(data jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}') FROM regexp_matches(data::text, '/pictures/([0-9a-f]{32})-', 'g') found
$$;
--> statement-breakpoint
CREATE TYPE "public"."admin_role" AS ENUM('regular_admin', 'super_admin');--> statement-breakpoint
CREATE TYPE "public"."application_status" AS ENUM('draft', 'submitted', 'under_review', 'additional_info_required', 'interview_scheduled', 'approved', 'denied', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."case_turn" AS ENUM('applicant', 'office', 'authority');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('pending', 'partial', 'paid', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."appointment_kind" AS ENUM('interview', 'biometrics', 'collection', 'call');--> statement-breakpoint
CREATE TYPE "public"."appointment_state" AS ENUM('planned', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."case_item_kind" AS ENUM('document', 'question', 'correction');--> statement-breakpoint
CREATE TYPE "public"."case_item_state" AS ENUM('open', 'sent', 'accepted', 'taken_back', 'closed');--> statement-breakpoint
CREATE TYPE "public"."case_side" AS ENUM('applicant', 'office');--> statement-breakpoint
CREATE TYPE "public"."charge_payee" AS ENUM('us', 'through_us', 'directly');--> statement-breakpoint
CREATE TYPE "public"."item_answer_outcome" AS ENUM('waiting', 'accepted', 'refused', 'closed');--> statement-breakpoint
CREATE TYPE "public"."ledger_kind" AS ENUM('charge', 'payment', 'refund', 'reversal');--> statement-breakpoint
CREATE TYPE "public"."payment_method" AS ENUM('cash', 'bank_transfer', 'card', 'check', 'other');--> statement-breakpoint
CREATE TYPE "public"."entry_type" AS ENUM('Single Entry', 'Multiple Entry');--> statement-breakpoint
CREATE TYPE "public"."document_scan" AS ENUM('not_scanned', 'waiting', 'clean', 'infected');--> statement-breakpoint
CREATE TYPE "public"."step_type" AS ENUM('standard', 'addon');--> statement-breakpoint
CREATE TYPE "public"."contact_method" AS ENUM('Email', 'Phone', 'WhatsApp');--> statement-breakpoint
CREATE TYPE "public"."inquiry_reply_kind" AS ENUM('mail', 'answer');--> statement-breakpoint
CREATE TYPE "public"."inquiry_status" AS ENUM('new', 'in_review', 'contacted', 'qualified', 'converted', 'not_qualified');--> statement-breakpoint
CREATE TYPE "public"."mail_status" AS ENUM('pending', 'sent', 'delivered', 'failed');--> statement-breakpoint
CREATE TYPE "public"."migration_state" AS ENUM('running', 'done', 'broken_off');--> statement-breakpoint
CREATE TYPE "public"."employment_status" AS ENUM('employed', 'self_employed', 'student', 'retired', 'unemployed');--> statement-breakpoint
CREATE TYPE "public"."entry_count" AS ENUM('single', 'multiple');--> statement-breakpoint
CREATE TYPE "public"."gender" AS ENUM('male', 'female', 'other', 'prefer_not_to_say');--> statement-breakpoint
CREATE TYPE "public"."marital_status" AS ENUM('single', 'married', 'divorced', 'widowed', 'separated', 'domestic_partnership');--> statement-breakpoint
CREATE TYPE "public"."passport_type" AS ENUM('regular', 'official', 'diplomatic', 'emergency', 'temporary');--> statement-breakpoint
CREATE TYPE "public"."payer" AS ENUM('self', 'company', 'sponsor', 'other');--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_activity_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"action_type" text NOT NULL,
	"admin_id" uuid,
	"admin_email" text,
	"target_admin_email" text,
	"subject_type" text,
	"subject_id" text,
	"subject_name" text,
	"about" text GENERATED ALWAYS AS (coalesce(details ->> 'number', subject_name)) STORED,
	"details" jsonb,
	"address" text,
	"browser" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"role" "admin_role" DEFAULT 'regular_admin' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"single_keys" boolean DEFAULT true NOT NULL,
	"last_login_at" timestamp with time zone,
	"second_factor_by" date,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_users_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "admin_users_name_length" CHECK (char_length("admin_users"."name") <= 80)
);
--> statement-breakpoint
CREATE TABLE "limit_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"window_ends" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "limit_counts_count_positive" CHECK ("limit_counts"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fresh_at" timestamp with time zone DEFAULT now(),
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_holders" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"began" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_holders_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "application_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"body" text NOT NULL,
	"author_email" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"edited_by" text,
	"edited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_notes_said" CHECK (length("application_notes"."body") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "application_status_history" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"from_status" "application_status",
	"to_status" "application_status" NOT NULL,
	"message" text,
	"event" text,
	"next_steps" text,
	"admin_email" text,
	"shown_from" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"attempt_key" uuid NOT NULL,
	"service_name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"certifications" text[] NOT NULL,
	"electronic_signature" text NOT NULL,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_submissions_attemptKey_unique" UNIQUE("attempt_key")
);
--> statement-breakpoint
CREATE TABLE "visa_applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_number" text NOT NULL,
	"visa_service_id" uuid,
	"user_email" text NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"refused_email_hashes" text[] DEFAULT '{}' NOT NULL,
	"email_handled" text,
	"kept_emails" text[] DEFAULT '{}' NOT NULL,
	"begun_with" text DEFAULT '' NOT NULL,
	"begun_at_desk" boolean DEFAULT false NOT NULL,
	"opens_by_link_only" boolean DEFAULT false NOT NULL,
	"applicant_name" text GENERATED ALWAYS AS (btrim(coalesce(metadata->'step1'->>'firstName', '') || ' ' || coalesce(metadata->'step1'->>'lastName', ''))) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (folded(application_number || ' ' || user_email || ' ' || applicant_names(metadata)) || ' ' || chr(31) || contact_phones(metadata->'step3')) STORED NOT NULL,
	"application_type" text,
	"status" "application_status" DEFAULT 'draft' NOT NULL,
	"current_step" integer DEFAULT 1 NOT NULL,
	"furthest_step" integer DEFAULT 1 NOT NULL,
	"total_steps" integer DEFAULT 8 NOT NULL,
	"completion_percentage" integer DEFAULT 0 NOT NULL,
	"total_amount_due" numeric(10, 2) DEFAULT '0' NOT NULL,
	"tier_name" text,
	"government_fee" numeric(10, 2),
	"service_fee" numeric(10, 2),
	"amount_paid" numeric(10, 2) DEFAULT '0' NOT NULL,
	"payment_status" "payment_status" DEFAULT 'pending' NOT NULL,
	"resume_token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revisions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"answer_digests" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"passport_digests" text[] DEFAULT '{}' NOT NULL,
	"sent_text" text DEFAULT '' NOT NULL,
	"sent_passport_digests" text[] DEFAULT '{}' NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"last_updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"link_sent_at" timestamp with time zone,
	"draft_mail_sent_at" timestamp with time zone,
	"withdrawal_requested_at" timestamp with time zone,
	"withdrawal_reason" text,
	"turn" "case_turn",
	"turn_since" timestamp with time zone,
	"filed_on" date,
	"decision_expected_by" date,
	"owner_id" uuid,
	"due_on" date,
	"rule_due_on" date,
	"waits_until" date,
	"due_day" date GENERATED ALWAYS AS (coalesce(due_on, rule_due_on)) STORED,
	"inquiry_id" uuid,
	"kept_from" timestamp with time zone,
	"deletion_told_at" timestamp with time zone,
	CONSTRAINT "visa_applications_applicationNumber_unique" UNIQUE("application_number"),
	CONSTRAINT "visa_applications_resumeToken_unique" UNIQUE("resume_token"),
	CONSTRAINT "visa_applications_inquiryId_unique" UNIQUE("inquiry_id"),
	CONSTRAINT "visa_applications_steps_range" CHECK ("visa_applications"."current_step" between 1 and "visa_applications"."total_steps"),
	CONSTRAINT "visa_applications_furthest_range" CHECK ("visa_applications"."furthest_step" >= 1),
	CONSTRAINT "visa_applications_percentage_range" CHECK ("visa_applications"."completion_percentage" between 0 and 100),
	CONSTRAINT "visa_applications_money_not_negative" CHECK ("visa_applications"."total_amount_due" >= 0 and "visa_applications"."amount_paid" >= 0),
	CONSTRAINT "visa_applications_withdrawal_of_submitted" CHECK ("visa_applications"."withdrawal_requested_at" is null or "visa_applications"."submitted_at" is not null),
	CONSTRAINT "visa_applications_email_form" CHECK ("visa_applications"."user_email" = '' or "visa_applications"."user_email" like '%_@_%'),
	CONSTRAINT "visa_applications_submitted_has_date" CHECK ("visa_applications"."status" in ('draft', 'withdrawn') or "visa_applications"."submitted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "amendments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"answer_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"step_code" text NOT NULL,
	"step_title" text NOT NULL,
	"question" text NOT NULL,
	"label" text NOT NULL,
	"entry" jsonb,
	"is_sensitive" boolean NOT NULL,
	"was_asked" boolean NOT NULL,
	"is_asked" boolean NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"certifications" text[] NOT NULL,
	"signature" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
	"about" jsonb,
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
	"step_code" text,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
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
	"shown_from" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "case_request_items_named" CHECK (length("case_request_items"."name") between 1 and 4000),
	CONSTRAINT "case_request_items_reasoned" CHECK (length("case_request_items"."reason") between 1 and 4000)
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
	"of_price" boolean DEFAULT false NOT NULL,
	"refundable_until" date,
	"credit" numeric(10, 2),
	"method" "payment_method",
	"paid_on" date,
	"reference" text DEFAULT '' NOT NULL,
	"reverses" uuid,
	"reason" text,
	"receipt_number" text,
	"admin_email" text,
	"shown_from" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_reverses_unique" UNIQUE("reverses"),
	CONSTRAINT "ledger_entries_receiptNumber_unique" UNIQUE("receipt_number"),
	CONSTRAINT "ledger_entries_credit" CHECK ("ledger_entries"."credit" is null or ("ledger_entries"."kind" = 'refund' and "ledger_entries"."credit" between 0 and "ledger_entries"."amount")),
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
CREATE TABLE "countries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"flag_emoji" text NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "countries_name_unique" UNIQUE("name"),
	CONSTRAINT "countries_code_unique" UNIQUE("code"),
	CONSTRAINT "countries_code_alpha2" CHECK ("countries"."code" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "service_categories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "service_categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "visa_pricing_tiers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"service_id" uuid NOT NULL,
	"tier_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"total_price" numeric(10, 2) NOT NULL,
	"government_fee" numeric(10, 2),
	"service_fee" numeric(10, 2),
	"display_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "visa_pricing_tiers_price_not_negative" CHECK ("visa_pricing_tiers"."total_price" >= 0),
	CONSTRAINT "visa_pricing_tiers_fees_not_negative" CHECK ("visa_pricing_tiers"."government_fee" >= 0 and "visa_pricing_tiers"."service_fee" >= 0),
	CONSTRAINT "visa_pricing_tiers_sum" CHECK ("visa_pricing_tiers"."total_price" = "visa_pricing_tiers"."government_fee" + "visa_pricing_tiers"."service_fee")
);
--> statement-breakpoint
CREATE TABLE "visa_service_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"service_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"user_agent" text,
	"referrer" text,
	"is_sample" boolean DEFAULT false NOT NULL,
	"viewed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visa_services" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"service_name" text NOT NULL,
	"service_type" text,
	"visa_type" text,
	"country_id" uuid,
	"category_id" uuid,
	"description" text DEFAULT '' NOT NULL,
	"overview" text DEFAULT '' NOT NULL,
	"entry_type" "entry_type" DEFAULT 'Single Entry' NOT NULL,
	"processing_time" text,
	"max_stay" text,
	"validity_period" text,
	"government_fee" numeric(10, 2) DEFAULT '0' NOT NULL,
	"service_fee" numeric(10, 2) DEFAULT '0' NOT NULL,
	"total_price" numeric(10, 2) GENERATED ALWAYS AS (government_fee + service_fee) STORED NOT NULL,
	"fee_recipient" text DEFAULT '' NOT NULL,
	"further_fee" text DEFAULT '' NOT NULL,
	"requirements" text[] DEFAULT '{}' NOT NULL,
	"eligibility_criteria" text[] DEFAULT '{}' NOT NULL,
	"important_notes" text[] DEFAULT '{}' NOT NULL,
	"application_steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"faqs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"processing_times" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"visa_subtypes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_on" date,
	"official_source" text,
	"display_order" integer DEFAULT 0 NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"meta_keywords" text,
	"og_image" text,
	"canonical_url" text,
	"structured_data" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visa_services_slug_unique" UNIQUE("slug"),
	CONSTRAINT "visa_services_slug_form" CHECK ("visa_services"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "visa_services_name_present" CHECK (btrim("visa_services"."service_name") <> ''),
	CONSTRAINT "visa_services_fees_not_negative" CHECK ("visa_services"."government_fee" >= 0 and "visa_services"."service_fee" >= 0),
	CONSTRAINT "visa_services_checked_with_source" CHECK (num_nonnulls("visa_services"."checked_on", "visa_services"."official_source") <> 1),
	CONSTRAINT "visa_services_source_form" CHECK ("visa_services"."official_source" like 'https://_%')
);
--> statement-breakpoint
CREATE TABLE "blog_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"excerpt" text NOT NULL,
	"content" text NOT NULL,
	"category" text NOT NULL,
	"author" text NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"featured_image" text,
	"meta_title" text,
	"meta_description" text,
	"meta_keywords" text,
	"og_image" text,
	"canonical_url" text,
	"body" jsonb,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"featured_image_alt" text,
	"names_rules" boolean DEFAULT true NOT NULL,
	"checked_on" date,
	"official_source" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blog_posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "blog_posts_slug_form" CHECK ("blog_posts"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "blog_posts_source_form" CHECK ("blog_posts"."official_source" like 'https://_%'),
	CONSTRAINT "blog_posts_published_has_date" CHECK (not "blog_posts"."published" or "blog_posts"."published_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "content_published" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_published_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"data" jsonb NOT NULL,
	"made_by" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"based_on" integer,
	"restored_from" integer,
	"published_at" timestamp with time zone,
	"published_by" text,
	"replaced_at" timestamp with time zone,
	"scheduled_for" timestamp with time zone,
	"scheduled_by" text,
	"not_published" text,
	CONSTRAINT "content_versions_kind_key_number_unique" UNIQUE("kind","key","number"),
	CONSTRAINT "content_versions_published_once" CHECK ("content_versions"."published_at" is null or "content_versions"."scheduled_for" is null),
	CONSTRAINT "content_versions_replaced_was_public" CHECK ("content_versions"."replaced_at" is null or "content_versions"."published_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "faqs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"category" text NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"names_rules" boolean DEFAULT true NOT NULL,
	"checked_on" date,
	"official_source" text,
	CONSTRAINT "faqs_question_unique" UNIQUE("question"),
	CONSTRAINT "faqs_source_form" CHECK ("faqs"."official_source" like 'https://_%')
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"country" text NOT NULL,
	"visa_type" text NOT NULL,
	"file_size" text,
	"file_key" text,
	"waiting_file_key" text,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "forms_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "gone_facts" (
	"slug" text NOT NULL,
	"tier" text DEFAULT '' NOT NULL,
	"facts" jsonb NOT NULL,
	"gone_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gone_facts_slug_tier_pk" PRIMARY KEY("slug","tier")
);
--> statement-breakpoint
CREATE TABLE "loaded_seeds" (
	"name" text PRIMARY KEY NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscribers_email_lower" CHECK ("newsletter_subscribers"."email" = lower("newsletter_subscribers"."email"))
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"byte_size" integer NOT NULL,
	"storage_key" text NOT NULL,
	"uploaded_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pictures_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "pictures_id_form" CHECK ("pictures"."id" ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "pictures_format_known" CHECK ("pictures"."format" in ('jpg', 'png', 'webp'))
);
--> statement-breakpoint
CREATE TABLE "post_addresses" (
	"slug" text PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_addresses_slug_form" CHECK ("post_addresses"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "seo_metadata" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"page_path" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"keywords" text,
	"og_title" text,
	"og_description" text,
	"og_image" text,
	"og_type" text DEFAULT 'website' NOT NULL,
	"canonical_url" text,
	"structured_data" jsonb,
	"robots" text DEFAULT 'index, follow' NOT NULL,
	"priority" numeric(2, 1) DEFAULT '0.5' NOT NULL,
	"change_frequency" text DEFAULT 'monthly' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seo_metadata_pagePath_unique" UNIQUE("page_path"),
	CONSTRAINT "seo_metadata_priority_range" CHECK ("seo_metadata"."priority" between 0 and 1),
	CONSTRAINT "seo_metadata_frequency_known" CHECK ("seo_metadata"."change_frequency" in ('always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'))
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_counts" (
	"subject" text NOT NULL,
	"key" text NOT NULL,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid,
	"inquiry_id" uuid,
	"document_type" text NOT NULL,
	"document_name" text NOT NULL,
	"storage_key" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_size" integer NOT NULL,
	"sha256" text NOT NULL,
	"file_key" text,
	"file_key_by" text,
	"scan" "document_scan" DEFAULT 'not_scanned' NOT NULL,
	"virus" text,
	"uploaded_by" text,
	"case_item_id" uuid,
	"case_answer_id" uuid,
	"case_message_id" uuid,
	"decision_id" uuid,
	"withdrawn_at" timestamp with time zone,
	"sample_of" uuid,
	"downloads" integer DEFAULT 0 NOT NULL,
	"first_downloaded_at" timestamp with time zone,
	"last_downloaded_at" timestamp with time zone,
	"attempt_key" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "documents_attemptKey_unique" UNIQUE("attempt_key"),
	CONSTRAINT "documents_size_positive" CHECK ("documents"."byte_size" > 0),
	CONSTRAINT "documents_one_owner_at_most" CHECK ("documents"."application_id" is null or "documents"."inquiry_id" is null)
);
--> statement-breakpoint
CREATE TABLE "missing_files" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_email_changes" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"asked_by" uuid,
	"admin_id" uuid,
	"admin_email" text,
	"mailed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_email_changes_email_form" CHECK ("application_email_changes"."new_email" like '%_@_%')
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"secret" text NOT NULL,
	"secret_by" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"begun_in" text,
	"last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id"),
	CONSTRAINT "passkeys_name_length" CHECK (char_length("passkeys"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "country_form_configurations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"visa_service_id" uuid,
	"country_id" uuid,
	"step_definition_id" uuid NOT NULL,
	"is_visible" boolean DEFAULT true NOT NULL,
	"step_order" integer NOT NULL,
	"custom_title" text,
	"hint" text,
	"help" text,
	CONSTRAINT "country_form_configurations_one_owner" CHECK (num_nonnulls("country_form_configurations"."visa_service_id", "country_form_configurations"."country_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "form_step_definitions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"step_code" text NOT NULL,
	"step_name" text NOT NULL,
	"component_name" text NOT NULL,
	"step_type" "step_type" NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"estimated_time_minutes" integer,
	CONSTRAINT "form_step_definitions_stepCode_unique" UNIQUE("step_code"),
	CONSTRAINT "form_step_definitions_minutes_positive" CHECK ("form_step_definitions"."estimated_time_minutes" > 0)
);
--> statement-breakpoint
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
CREATE TABLE "visa_inquiries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"preferred_contact_method" "contact_method" DEFAULT 'Email' NOT NULL,
	"visa_service" text NOT NULL,
	"nationality" text,
	"residence_country" text,
	"passport_expiry_date" date,
	"travel_date" date,
	"num_adults" integer DEFAULT 1 NOT NULL,
	"num_children" integer DEFAULT 0 NOT NULL,
	"purpose" text NOT NULL,
	"privacy_consent" boolean NOT NULL,
	"uploaded_documents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" "inquiry_status" DEFAULT 'new' NOT NULL,
	"priority" boolean DEFAULT false NOT NULL,
	"admin_notes" text,
	"notes_revision" integer DEFAULT 0 NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"attempt_key" uuid,
	"promised_by" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"owner_id" uuid,
	"due_on" date,
	"due_day" date GENERATED ALWAYS AS (coalesce(due_on, case when status in ('new', 'in_review') and answered_at is null then (promised_by at time zone 'America/Nassau')::date end)) STORED,
	"entered_by" text,
	"came_by" text,
	"search_text" text GENERATED ALWAYS AS (folded(full_name || ' ' || email || ' ' || visa_service) || ' ' || chr(31) || digits(phone)) STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "visa_inquiries_attemptKey_unique" UNIQUE("attempt_key"),
	CONSTRAINT "visa_inquiries_adults_range" CHECK ("visa_inquiries"."num_adults" between 1 and 10),
	CONSTRAINT "visa_inquiries_children_range" CHECK ("visa_inquiries"."num_children" between 0 and 10),
	CONSTRAINT "visa_inquiries_purpose_length" CHECK (char_length("visa_inquiries"."purpose") <= 150),
	CONSTRAINT "visa_inquiries_can_be_answered" CHECK ("visa_inquiries"."email" <> '' or "visa_inquiries"."phone" <> ''),
	CONSTRAINT "visa_inquiries_consent_given" CHECK ("visa_inquiries"."privacy_consent")
);
--> statement-breakpoint
CREATE TABLE "email_notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email_type" text NOT NULL,
	"template_name" text NOT NULL,
	"template_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"recipient_email" text NOT NULL,
	"subject" text NOT NULL,
	"words" jsonb,
	"status" "mail_status" DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error_message" text,
	"message_id" text NOT NULL,
	"application_id" uuid,
	"contact_inquiry_id" uuid,
	"is_sample" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone,
	"undo_id" uuid,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"bounced_at" timestamp with time zone,
	"text_removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_notifications_messageId_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "mail_words" (
	"kind" text PRIMARY KEY NOT NULL,
	"words" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "migration_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" "migration_state" DEFAULT 'running' NOT NULL,
	"admin_id" uuid NOT NULL,
	"admin_email" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"successful" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"cursor" uuid,
	"failures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "migration_runs_adds_up" CHECK ("migration_runs"."done" = "migration_runs"."successful" + "migration_runs"."failed"),
	CONSTRAINT "migration_runs_end" CHECK (("migration_runs"."state" = 'running') = ("migration_runs"."finished_at" is null))
);
--> statement-breakpoint
CREATE TABLE "opened_records" (
	"admin_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opened_records_admin_id_subject_type_subject_id_pk" PRIMARY KEY("admin_id","subject_type","subject_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"joined_into" uuid,
	"name" text DEFAULT '' NOT NULL,
	"emails" text[] DEFAULT '{}' NOT NULL,
	"phones" text[] DEFAULT '{}' NOT NULL,
	"inquiries" integer DEFAULT 0 NOT NULL,
	"cases" integer DEFAULT 0 NOT NULL,
	"last_contact_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people_waiting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_waiting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" uuid,
	"inquiry_id" uuid,
	"person_id" uuid
);
--> statement-breakpoint
CREATE TABLE "person_pairs" (
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"same" text[] NOT NULL,
	"declared_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_pairs_one_id_other_id_pk" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "person_pairs_order" CHECK ("person_pairs"."one_id" < "person_pairs"."other_id")
);
--> statement-breakpoint
CREATE TABLE "person_records" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"application_id" uuid,
	"inquiry_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phones" text[] NOT NULL,
	"keys" text[] NOT NULL,
	"ties" text[] NOT NULL,
	"contact_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_records_applicationId_unique" UNIQUE("application_id"),
	CONSTRAINT "person_records_inquiryId_unique" UNIQUE("inquiry_id"),
	CONSTRAINT "person_records_one_record" CHECK (num_nonnulls("person_records"."application_id", "person_records"."inquiry_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid,
	"inquiry_id" uuid,
	"wrapped" text NOT NULL,
	"wrapped_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_keys_applicationId_unique" UNIQUE("application_id"),
	CONSTRAINT "data_keys_inquiryId_unique" UNIQUE("inquiry_id"),
	CONSTRAINT "data_keys_one_owner" CHECK (num_nonnulls("data_keys"."application_id", "data_keys"."inquiry_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid,
	"restricted_id" uuid,
	"reason" text NOT NULL,
	"placed_by" text NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removal_reason" text,
	"removed_by" text,
	"removed_at" timestamp with time zone,
	CONSTRAINT "legal_holds_one_case" CHECK (num_nonnulls("legal_holds"."application_id", "legal_holds"."restricted_id") = 1),
	CONSTRAINT "legal_holds_reasoned" CHECK (char_length("legal_holds"."reason") between 1 and 500 and char_length("legal_holds"."removal_reason") between 1 and 500),
	CONSTRAINT "legal_holds_removed" CHECK (("legal_holds"."removed_at" is null) = ("legal_holds"."removal_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "retention_failures" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "retention_failures_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"night" date PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_copies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"state" text DEFAULT 'making' NOT NULL,
	"file_key" text,
	"byte_size" integer,
	"offered_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_copies_state_known" CHECK ("data_copies"."state" in ('making', 'ready', 'gone'))
);
--> statement-breakpoint
CREATE TABLE "data_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasure_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"group_id" uuid NOT NULL,
	"application_id" uuid,
	"inquiry_id" uuid,
	"subscriber_id" uuid,
	"email" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"secret" uuid DEFAULT gen_random_uuid() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erasure_requests_one_subject" CHECK (num_nonnulls("erasure_requests"."application_id", "erasure_requests"."inquiry_id", "erasure_requests"."subscriber_id") = 1),
	CONSTRAINT "erasure_requests_state_known" CHECK ("erasure_requests"."state" in ('asked', 'open', 'erasing', 'restricting', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"started_on" date NOT NULL,
	"submitted_on" date,
	"decided_on" date,
	"erased_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_receipts" (
	"receipt_number" text PRIMARY KEY NOT NULL,
	"kind" "ledger_kind" NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restricted_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_number" text NOT NULL,
	"service_name" text NOT NULL,
	"status" text NOT NULL,
	"document_id" uuid NOT NULL,
	"data_document_id" uuid NOT NULL,
	"started_on" date NOT NULL,
	"submitted_on" date,
	"decided_on" date,
	"restricted_until" date NOT NULL,
	"restricted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "restricted_cases_applicationNumber_unique" UNIQUE("application_number")
);
--> statement-breakpoint
CREATE TABLE "report_changes" (
	"subject" text NOT NULL,
	"month" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_figures" (
	"subject" text NOT NULL,
	"month" date NOT NULL,
	"service" text NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"n" bigint NOT NULL,
	"median" double precision,
	"amount" numeric(16, 2),
	CONSTRAINT "report_figures_subject_month_service_step_pk" PRIMARY KEY("subject","month","service","step")
);
--> statement-breakpoint
CREATE TABLE "document_requirements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"visa_service_id" uuid NOT NULL,
	"document_type" text NOT NULL,
	"document_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_required" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"formats" text[] DEFAULT '{"pdf","jpg","jpeg","png","doc","docx"}' NOT NULL,
	CONSTRAINT "document_requirements_formats" CHECK (cardinality("document_requirements"."formats") > 0 and "document_requirements"."formats" <@ '{pdf,jpg,jpeg,png,doc,docx}'::text[])
);
--> statement-breakpoint
CREATE TABLE "removed_requirements" (
	"visa_service_id" uuid NOT NULL,
	"document_type" text NOT NULL,
	"document_name" text NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_requirements_visa_service_id_document_type_pk" PRIMARY KEY("visa_service_id","document_type")
);
--> statement-breakpoint
CREATE TABLE "form_files" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"size" text NOT NULL,
	"scan" "document_scan" DEFAULT 'not_scanned' NOT NULL,
	"virus" text,
	"uploaded_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	CONSTRAINT "newsletter_issues_state_known" CHECK ("newsletter_issues"."state" in ('sending', 'stopped', 'done'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"issue_id" uuid NOT NULL,
	"subscriber_id" uuid,
	"mail_id" uuid,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletter_recipients_issue_id_subscriber_id_unique" UNIQUE("issue_id","subscriber_id")
);
--> statement-breakpoint
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
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"failed_at" timestamp with time zone,
	"pages" integer
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_path" text NOT NULL,
	"to_address" text NOT NULL,
	"made_by" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "redirects_fromPath_unique" UNIQUE("from_path"),
	CONSTRAINT "redirects_from_path_form" CHECK ("redirects"."from_path" ~ '^/[^?#]+$'),
	CONSTRAINT "redirects_to_address_form" CHECK ("redirects"."to_address" ~ '^(/|https://)')
);
--> statement-breakpoint
CREATE TABLE "google_reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"google_id" text,
	"rating" integer NOT NULL,
	"review_text" text,
	"author_name" text NOT NULL,
	"author_photo_url" text,
	"review_date" date NOT NULL,
	"business_response" text,
	"is_visible" boolean DEFAULT true NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"first_place" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "google_reviews_googleId_unique" UNIQUE("google_id"),
	CONSTRAINT "google_reviews_first_place_range" CHECK ("google_reviews"."first_place" between 1 and 8),
	CONSTRAINT "google_reviews_rating_range" CHECK ("google_reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "reviews_metadata" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"average_rating" numeric(2, 1) NOT NULL,
	"total_reviews" integer NOT NULL,
	"last_sync_at" timestamp with time zone,
	"last_sync_status" text,
	CONSTRAINT "reviews_metadata_single_row" CHECK ("reviews_metadata"."id" = 1),
	CONSTRAINT "reviews_metadata_rating_range" CHECK ("reviews_metadata"."average_rating" between 0 and 5),
	CONSTRAINT "reviews_metadata_total_not_negative" CHECK ("reviews_metadata"."total_reviews" >= 0)
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"bio" text NOT NULL,
	"languages" text[] NOT NULL,
	"photo" jsonb,
	"is_founder" boolean DEFAULT false NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "applicant_information" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"first_name" text,
	"middle_name" text,
	"last_name" text,
	"full_name_native_alphabet" text,
	"native_alphabet_not_applicable" boolean DEFAULT false NOT NULL,
	"uses_telecode" boolean DEFAULT false NOT NULL,
	"telecode_name" text,
	"has_other_names" boolean DEFAULT false NOT NULL,
	"other_names" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"gender" "gender",
	"marital_status" "marital_status",
	"date_of_birth" date,
	"city_of_birth" text,
	"state_of_birth" text,
	"country_of_birth" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_information" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"address_line1" text,
	"address_line2" text,
	"city" text,
	"state_province" text,
	"postal_code" text,
	"country" text,
	"has_different_mailing_address" boolean DEFAULT false NOT NULL,
	"mailing_address_line1" text,
	"mailing_address_line2" text,
	"mailing_city" text,
	"mailing_state_province" text,
	"mailing_postal_code" text,
	"mailing_country" text,
	"primary_phone" text,
	"secondary_phone" text,
	"work_phone" text,
	"emergency_contact_name" text,
	"emergency_contact_relationship" text,
	"emergency_contact_phone" text,
	"emergency_contact_email" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employment_education" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"current_status" "employment_status",
	"current_employer_school_name" text,
	"job_title_course" text,
	"employer_address_line1" text,
	"employer_address_line2" text,
	"employer_city" text,
	"employer_state" text,
	"employer_postal_code" text,
	"employer_country" text,
	"employer_phone" text,
	"supervisor_name" text,
	"supervisor_phone" text,
	"start_date" date,
	"monthly_income" numeric(10, 2),
	"has_previous_employment" boolean DEFAULT false NOT NULL,
	"previous_employment" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "employment_education_income_not_negative" CHECK ("employment_education"."monthly_income" >= 0)
);
--> statement-breakpoint
CREATE TABLE "family_background" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"father_unknown" boolean DEFAULT false NOT NULL,
	"father_first_name" text,
	"father_last_name" text,
	"father_date_of_birth" date,
	"father_country_of_birth" text,
	"father_current_country" text,
	"father_citizenship" text,
	"mother_unknown" boolean DEFAULT false NOT NULL,
	"mother_first_name" text,
	"mother_last_name" text,
	"mother_date_of_birth" date,
	"mother_country_of_birth" text,
	"mother_current_country" text,
	"mother_citizenship" text,
	"has_spouse" boolean DEFAULT false NOT NULL,
	"spouse_first_name" text,
	"spouse_last_name" text,
	"spouse_date_of_birth" date,
	"spouse_nationality" text,
	"spouse_place_of_birth" text,
	"spouse_current_address" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passport_information" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"passport_type" "passport_type" DEFAULT 'regular' NOT NULL,
	"passport_number" text,
	"passport_book_number" text,
	"book_number_not_applicable" boolean DEFAULT false NOT NULL,
	"issuing_country" text,
	"issuing_authority" text,
	"issuing_city" text,
	"issuing_state" text,
	"issuing_country_full" text,
	"issue_date" date,
	"expiration_date" date,
	"has_lost_stolen_passport" boolean DEFAULT false NOT NULL,
	"lost_stolen_details" text,
	"has_other_nationality" boolean DEFAULT false NOT NULL,
	"other_nationalities" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_permanent_resident_elsewhere" boolean DEFAULT false NOT NULL,
	"permanent_resident_country" text,
	"nationality_country" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_questionnaire" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"has_communicable_disease" boolean DEFAULT false NOT NULL,
	"communicable_disease_details" text,
	"has_dangerous_disorder" boolean DEFAULT false NOT NULL,
	"dangerous_disorder_details" text,
	"has_drug_addiction" boolean DEFAULT false NOT NULL,
	"drug_addiction_details" text,
	"has_been_arrested" boolean DEFAULT false NOT NULL,
	"arrest_details" text,
	"has_violated_drug_laws" boolean DEFAULT false NOT NULL,
	"drug_violation_details" text,
	"has_engaged_in_prostitution" boolean DEFAULT false NOT NULL,
	"prostitution_details" text,
	"has_laundered_money" boolean DEFAULT false NOT NULL,
	"money_laundering_details" text,
	"has_committed_trafficking" boolean DEFAULT false NOT NULL,
	"trafficking_details" text,
	"has_aided_trafficking" boolean DEFAULT false NOT NULL,
	"aided_trafficking_details" text,
	"has_benefited_from_trafficking" boolean DEFAULT false NOT NULL,
	"trafficking_benefit_details" text,
	"has_engaged_in_espionage" boolean DEFAULT false NOT NULL,
	"espionage_details" text,
	"has_terrorist_involvement" boolean DEFAULT false NOT NULL,
	"terrorist_involvement_details" text,
	"has_funded_terrorism" boolean DEFAULT false NOT NULL,
	"terrorism_funding_details" text,
	"is_terrorist_group_member" boolean DEFAULT false NOT NULL,
	"terrorist_group_details" text,
	"is_terrorist_relative" boolean DEFAULT false NOT NULL,
	"terrorist_relative_details" text,
	"has_committed_genocide" boolean DEFAULT false NOT NULL,
	"genocide_details" text,
	"has_committed_torture" boolean DEFAULT false NOT NULL,
	"torture_details" text,
	"has_committed_extrajudicial_killing" boolean DEFAULT false NOT NULL,
	"extrajudicial_killing_details" text,
	"has_used_child_soldiers" boolean DEFAULT false NOT NULL,
	"child_soldier_details" text,
	"has_violated_religious_freedom" boolean DEFAULT false NOT NULL,
	"religious_freedom_details" text,
	"has_forced_population_control" boolean DEFAULT false NOT NULL,
	"population_control_details" text,
	"has_trafficked_organs" boolean DEFAULT false NOT NULL,
	"organ_trafficking_details" text,
	"has_violated_immigration_laws" boolean DEFAULT false NOT NULL,
	"immigration_violation_details" text,
	"has_misrepresented_facts" boolean DEFAULT false NOT NULL,
	"misrepresentation_details" text,
	"has_overstayed" boolean DEFAULT false NOT NULL,
	"overstay_details" text,
	"has_had_visa_cancelled" boolean DEFAULT false NOT NULL,
	"visa_cancellation_details" text,
	"has_been_deported" boolean DEFAULT false NOT NULL,
	"deportation_details" text,
	"has_attended_removal_hearing" boolean DEFAULT false NOT NULL,
	"removal_hearing_details" text,
	"has_withheld_custody" boolean DEFAULT false NOT NULL,
	"custody_details" text,
	"has_voted_unlawfully" boolean DEFAULT false NOT NULL,
	"unlawful_voting_details" text,
	"has_renounced_for_tax" boolean DEFAULT false NOT NULL,
	"tax_renunciation_details" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trip_details" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"intended_arrival_date" date,
	"intended_departure_date" date,
	"length_of_stay_days" integer,
	"purpose_of_trip" text,
	"number_of_entries" "entry_count" DEFAULT 'single' NOT NULL,
	"destination_address" text,
	"destination_city" text,
	"destination_state" text,
	"destination_postal_code" text,
	"who_is_paying" "payer",
	"payer_name" text,
	"payer_relationship" text,
	"payer_contact" text,
	"has_previous_travel" boolean DEFAULT false NOT NULL,
	"previous_travel" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"has_been_denied_visa" boolean DEFAULT false NOT NULL,
	"visa_denial_details" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trip_details_stay_positive" CHECK ("trip_details"."length_of_stay_days" > 0)
);
--> statement-breakpoint
CREATE TABLE "troubles" (
	"subject" text PRIMARY KEY NOT NULL,
	"setting" text NOT NULL,
	"words" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "undo_offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"words" text NOT NULL,
	"records" jsonb NOT NULL,
	"open_until" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"list" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "saved_views_list_known" CHECK ("saved_views"."list" in ('applications', 'inquiries')),
	CONSTRAINT "saved_views_named" CHECK (char_length("saved_views"."name") between 1 and 60)
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_users" ADD CONSTRAINT "admin_users_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_users" ADD CONSTRAINT "admin_users_created_by_admin_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_holders" ADD CONSTRAINT "application_holders_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_status_history" ADD CONSTRAINT "application_status_history_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_submissions" ADD CONSTRAINT "application_submissions_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_visa_service_id_visa_services_id_fk" FOREIGN KEY ("visa_service_id") REFERENCES "public"."visa_services"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_owner_id_admin_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amendments" ADD CONSTRAINT "amendments_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amendments" ADD CONSTRAINT "amendments_item_id_case_request_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."case_request_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amendments" ADD CONSTRAINT "amendments_answer_id_case_item_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."case_item_answers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_item_answers" ADD CONSTRAINT "case_item_answers_item_id_case_request_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."case_request_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_item_answers" ADD CONSTRAINT "case_item_answers_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_messages" ADD CONSTRAINT "case_messages_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_request_items" ADD CONSTRAINT "case_request_items_request_id_case_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."case_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_request_items" ADD CONSTRAINT "case_request_items_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_requests" ADD CONSTRAINT "case_requests_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_pricing_tiers" ADD CONSTRAINT "visa_pricing_tiers_service_id_visa_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_service_views" ADD CONSTRAINT "visa_service_views_service_id_visa_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."countries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_category_id_service_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."service_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_addresses" ADD CONSTRAINT "post_addresses_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_case_item_id_case_request_items_id_fk" FOREIGN KEY ("case_item_id") REFERENCES "public"."case_request_items"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_case_answer_id_case_item_answers_id_fk" FOREIGN KEY ("case_answer_id") REFERENCES "public"."case_item_answers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_case_message_id_case_messages_id_fk" FOREIGN KEY ("case_message_id") REFERENCES "public"."case_messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_decision_id_application_status_history_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."application_status_history"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_sample_of_document_requirements_id_fk" FOREIGN KEY ("sample_of") REFERENCES "public"."document_requirements"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "missing_files" ADD CONSTRAINT "missing_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_email_changes" ADD CONSTRAINT "application_email_changes_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_email_changes" ADD CONSTRAINT "application_email_changes_asked_by_application_holders_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."application_holders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_begun_in_session_id_fk" FOREIGN KEY ("begun_in") REFERENCES "public"."session"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_form_configurations" ADD CONSTRAINT "country_form_configurations_visa_service_id_visa_services_id_fk" FOREIGN KEY ("visa_service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_form_configurations" ADD CONSTRAINT "country_form_configurations_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."countries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_form_configurations" ADD CONSTRAINT "country_form_configurations_step_definition_id_form_step_definitions_id_fk" FOREIGN KEY ("step_definition_id") REFERENCES "public"."form_step_definitions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_replies" ADD CONSTRAINT "inquiry_replies_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_inquiries" ADD CONSTRAINT "visa_inquiries_owner_id_admin_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_contact_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("contact_inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_records" ADD CONSTRAINT "opened_records_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_joined_into_people_id_fk" FOREIGN KEY ("joined_into") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_pairs" ADD CONSTRAINT "person_pairs_one_id_people_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_pairs" ADD CONSTRAINT "person_pairs_other_id_people_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_records" ADD CONSTRAINT "person_records_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_restricted_id_restricted_cases_id_fk" FOREIGN KEY ("restricted_id") REFERENCES "public"."restricted_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_copies" ADD CONSTRAINT "data_copies_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restricted_cases" ADD CONSTRAINT "restricted_cases_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restricted_cases" ADD CONSTRAINT "restricted_cases_data_document_id_documents_id_fk" FOREIGN KEY ("data_document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_visa_service_id_visa_services_id_fk" FOREIGN KEY ("visa_service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_requirements" ADD CONSTRAINT "removed_requirements_visa_service_id_visa_services_id_fk" FOREIGN KEY ("visa_service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_mail_id_email_notifications_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."email_notifications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicant_information" ADD CONSTRAINT "applicant_information_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_information" ADD CONSTRAINT "contact_information_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employment_education" ADD CONSTRAINT "employment_education_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_background" ADD CONSTRAINT "family_background_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_information" ADD CONSTRAINT "passport_information_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_questionnaire" ADD CONSTRAINT "security_questionnaire_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_details" ADD CONSTRAINT "trip_details_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undo_offers" ADD CONSTRAINT "undo_offers_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_admin_id_admin_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."admin_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user_id_index" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_provider_id_account_id_index" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "admin_activity_log_created_at_index" ON "admin_activity_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "admin_activity_log_subject_type_subject_id_index" ON "admin_activity_log" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "admin_activity_log_action_type_created_at_index" ON "admin_activity_log" USING btree ("action_type","created_at");--> statement-breakpoint
CREATE INDEX "admin_activity_log_admin_email_created_at_index" ON "admin_activity_log" USING btree ("admin_email","created_at");--> statement-breakpoint
CREATE INDEX "admin_activity_log_about_created_at_index" ON "admin_activity_log" USING btree ("about","created_at");--> statement-breakpoint
CREATE INDEX "admin_activity_log_with_address" ON "admin_activity_log" USING btree ("created_at","id") WHERE "admin_activity_log"."address" is not null;--> statement-breakpoint
CREATE INDEX "admin_activity_log_without_admin" ON "admin_activity_log" USING btree ("created_at","id") WHERE admin_email is null;--> statement-breakpoint
CREATE INDEX "admin_activity_log_few_digits" ON "admin_activity_log" USING gin (few_digits(folded("subject_name")));--> statement-breakpoint
CREATE INDEX "admin_activity_log_subject_name" ON "admin_activity_log" USING gin ((folded("subject_name")) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "admin_users_email" ON "admin_users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "limit_counts_window_ends_index" ON "limit_counts" USING btree ("window_ends");--> statement-breakpoint
CREATE INDEX "session_user_id_index" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires_at_index" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_identifier_index" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "application_holders_application_id_index" ON "application_holders" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "application_holders_expires_at_index" ON "application_holders" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "application_notes_application_id_created_at_index" ON "application_notes" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "application_status_history_application_id_created_at_index" ON "application_status_history" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "application_status_history_final" ON "application_status_history" USING btree ("created_at") WHERE to_status in ('approved', 'denied', 'withdrawn');--> statement-breakpoint
CREATE INDEX "application_status_history_decisions" ON "application_status_history" USING btree ("created_at") WHERE to_status in ('approved', 'denied');--> statement-breakpoint
CREATE UNIQUE INDEX "application_submissions_application_id_index" ON "application_submissions" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "visa_applications_created_at_id_index" ON "visa_applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_status_created_at_id_index" ON "visa_applications" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_visa_service_id_index" ON "visa_applications" USING btree ("visa_service_id");--> statement-breakpoint
CREATE INDEX "visa_applications_submitted" ON "visa_applications" USING btree ("submitted_at","id") WHERE "visa_applications"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX "visa_applications_owner_id_created_at_id_index" ON "visa_applications" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_visa_service_id_created_at_id_index" ON "visa_applications" USING btree ("visa_service_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_payment_status_created_at_id_index" ON "visa_applications" USING btree ("payment_status","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_turn" ON "visa_applications" USING btree ("turn","created_at","id") WHERE "visa_applications"."turn" is not null;--> statement-breakpoint
CREATE INDEX "visa_applications_due" ON "visa_applications" USING btree ("due_day","id") WHERE "visa_applications"."due_day" is not null;--> statement-breakpoint
CREATE INDEX "visa_applications_our_turn" ON "visa_applications" USING btree ("owner_id",coalesce(turn_since, submitted_at),"id") WHERE submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') and coalesce(turn, 'office') = 'office';--> statement-breakpoint
CREATE INDEX "visa_applications_our_turn_since" ON "visa_applications" USING btree (coalesce(turn_since, submitted_at),"id") WHERE submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') and coalesce(turn, 'office') = 'office';--> statement-breakpoint
CREATE INDEX "visa_applications_waits" ON "visa_applications" USING btree ("waits_until") WHERE "visa_applications"."waits_until" is not null;--> statement-breakpoint
CREATE INDEX "visa_applications_unverified" ON "visa_applications" USING btree ("created_at","id") WHERE email_confirmed_at is null and submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled');--> statement-breakpoint
CREATE INDEX "visa_applications_never_submitted" ON "visa_applications" USING btree (greatest("last_updated_at", "kept_from"),"id") WHERE "visa_applications"."submitted_at" is null;--> statement-breakpoint
CREATE INDEX "visa_applications_passport" ON "visa_applications" USING gin ("passport_digests");--> statement-breakpoint
CREATE INDEX "visa_applications_sent_text" ON "visa_applications" USING gin ("sent_text" gin_trgm_ops) WHERE "visa_applications"."sent_text" <> '';--> statement-breakpoint
CREATE INDEX "visa_applications_sent_passport" ON "visa_applications" USING gin ("sent_passport_digests") WHERE "visa_applications"."sent_passport_digests" <> '{}';--> statement-breakpoint
CREATE INDEX "visa_applications_sample" ON "visa_applications" USING btree ("id") WHERE "visa_applications"."is_sample";--> statement-breakpoint
CREATE INDEX "visa_applications_withdrawal_asked" ON "visa_applications" USING btree ("created_at","id") WHERE "visa_applications"."withdrawal_requested_at" is not null;--> statement-breakpoint
CREATE INDEX "visa_applications_email" ON "visa_applications" USING btree (lower("user_email"),"visa_service_id");--> statement-breakpoint
CREATE INDEX "visa_applications_submitted_last" ON "visa_applications" USING btree (coalesce("submitted_at", '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "visa_applications_submitted_first" ON "visa_applications" USING btree (coalesce("submitted_at", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "visa_applications_search_text" ON "visa_applications" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "visa_applications_few_digits" ON "visa_applications" USING gin (few_digits("search_text"));--> statement-breakpoint
CREATE INDEX "attempts_created_at_index" ON "attempts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "amendments_application_id_created_at_position_index" ON "amendments" USING btree ("application_id","created_at","position");--> statement-breakpoint
CREATE INDEX "amendments_answer_id_index" ON "amendments" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "appointments_application_id_starts_at_index" ON "appointments" USING btree ("application_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_planned" ON "appointments" USING btree ("starts_at") WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX "case_item_answers_item_id_created_at_index" ON "case_item_answers" USING btree ("item_id","created_at");--> statement-breakpoint
CREATE INDEX "case_item_answers_application_id_created_at_index" ON "case_item_answers" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "case_item_answers_waiting" ON "case_item_answers" USING btree ("application_id") WHERE outcome = 'waiting';--> statement-breakpoint
CREATE INDEX "case_messages_application_id_created_at_id_index" ON "case_messages" USING btree ("application_id","created_at","id");--> statement-breakpoint
CREATE INDEX "case_messages_not_mailed" ON "case_messages" USING btree ("mail_due_at") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "case_messages_unanswered" ON "case_messages" USING btree ("answer_by","application_id") WHERE side = 'applicant' and answered_at is null;--> statement-breakpoint
CREATE INDEX "case_request_items_application_id_state_index" ON "case_request_items" USING btree ("application_id","state");--> statement-breakpoint
CREATE INDEX "case_request_items_request_id_index" ON "case_request_items" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "case_request_items_due" ON "case_request_items" USING btree ("due_on") WHERE state = 'open' and due_on is not null;--> statement-breakpoint
CREATE INDEX "case_requests_application_id_created_at_index" ON "case_requests" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_application_id_created_at_index" ON "ledger_entries" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_day" ON "ledger_entries" USING btree (ledger_day("paid_on", "created_at")) WHERE kind in ('payment', 'refund');--> statement-breakpoint
CREATE INDEX "saved_replies_admin_email_index" ON "saved_replies" USING btree ("admin_email");--> statement-breakpoint
CREATE UNIQUE INDEX "visa_pricing_tiers_service_id_display_order_index" ON "visa_pricing_tiers" USING btree ("service_id","display_order");--> statement-breakpoint
CREATE INDEX "visa_service_views_service_id_index" ON "visa_service_views" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "visa_service_views_viewed_at_index" ON "visa_service_views" USING btree ("viewed_at");--> statement-breakpoint
CREATE INDEX "visa_service_views_sample" ON "visa_service_views" USING btree ("id") WHERE "visa_service_views"."is_sample";--> statement-breakpoint
CREATE INDEX "visa_services_is_active_service_name_index" ON "visa_services" USING btree ("is_active","service_name");--> statement-breakpoint
CREATE INDEX "visa_services_is_featured_service_name_index" ON "visa_services" USING btree ("is_featured","service_name") WHERE "visa_services"."is_featured" and "visa_services"."is_active";--> statement-breakpoint
CREATE INDEX "visa_services_country_id_index" ON "visa_services" USING btree ("country_id");--> statement-breakpoint
CREATE INDEX "visa_services_display_order_index" ON "visa_services" USING btree ("display_order");--> statement-breakpoint
CREATE INDEX "blog_posts_tags_index" ON "blog_posts" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "blog_posts_published_published_at_index" ON "blog_posts" USING btree ("published","published_at");--> statement-breakpoint
CREATE INDEX "blog_posts_category_published_at_index" ON "blog_posts" USING btree ("category","published_at");--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_public" ON "content_versions" USING btree ("kind","key") WHERE published_at is not null and replaced_at is null;--> statement-breakpoint
CREATE INDEX "content_versions_pictures" ON "content_versions" USING gin (pictures_in(data));--> statement-breakpoint
CREATE INDEX "content_versions_scheduled" ON "content_versions" USING btree ("scheduled_for") WHERE scheduled_for is not null;--> statement-breakpoint
CREATE INDEX "faqs_published_display_order_index" ON "faqs" USING btree ("published","display_order");--> statement-breakpoint
CREATE INDEX "faqs_category_index" ON "faqs" USING btree ("category");--> statement-breakpoint
CREATE INDEX "forms_published_title_index" ON "forms" USING btree ("published","title");--> statement-breakpoint
CREATE INDEX "forms_country_index" ON "forms" USING btree ("country");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_created_at_id_index" ON "newsletter_subscribers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_few_digits" ON "newsletter_subscribers" USING gin (few_digits(folded("email")));--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_found_by" ON "newsletter_subscribers" USING gin ((folded("email")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_unconfirmed" ON "newsletter_subscribers" USING btree ("created_at","id") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "post_addresses_post_id_index" ON "post_addresses" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "row_counts_subject_key_index" ON "row_counts" USING btree ("subject","key");--> statement-breakpoint
CREATE INDEX "documents_application_id_created_at_index" ON "documents" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_inquiry_id_index" ON "documents" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "documents_case_item_id_index" ON "documents" USING btree ("case_item_id");--> statement-breakpoint
CREATE INDEX "documents_case_answer_id_index" ON "documents" USING btree ("case_answer_id");--> statement-breakpoint
CREATE INDEX "documents_case_message_id_index" ON "documents" USING btree ("case_message_id");--> statement-breakpoint
CREATE INDEX "documents_decision_id_index" ON "documents" USING btree ("decision_id");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_sample_of_index" ON "documents" USING btree ("sample_of");--> statement-breakpoint
CREATE INDEX "documents_unattached" ON "documents" USING btree ("uploaded_by","created_at") WHERE application_id is null and inquiry_id is null;--> statement-breakpoint
CREATE INDEX "documents_waiting" ON "documents" USING btree ("created_at","id") WHERE (application_id is null and inquiry_id is null and sample_of is null) or document_type in ('message_draft', 'office_message_draft');--> statement-breakpoint
CREATE INDEX "documents_key_of_its_own" ON "documents" USING btree ("file_key_by","id") WHERE file_key_by is not null;--> statement-breakpoint
CREATE INDEX "application_email_changes_asked_by_index" ON "application_email_changes" USING btree ("asked_by");--> statement-breakpoint
CREATE UNIQUE INDEX "authenticators_confirmed" ON "authenticators" USING btree ("user_id") WHERE confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "authenticators_begun" ON "authenticators" USING btree ("user_id") WHERE confirmed_at is null;--> statement-breakpoint
CREATE INDEX "authenticators_secret_by_id_index" ON "authenticators" USING btree ("secret_by","id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_created_at_index" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "country_form_configurations_visa_service_id_step_definition_id_index" ON "country_form_configurations" USING btree ("visa_service_id","step_definition_id");--> statement-breakpoint
CREATE UNIQUE INDEX "country_form_configurations_country_id_step_definition_id_index" ON "country_form_configurations" USING btree ("country_id","step_definition_id");--> statement-breakpoint
CREATE INDEX "inquiry_replies_inquiry_id_said_at_index" ON "inquiry_replies" USING btree ("inquiry_id","said_at");--> statement-breakpoint
CREATE INDEX "visa_inquiries_created_at_id_index" ON "visa_inquiries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_status_created_at_id_index" ON "visa_inquiries" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_last_use" ON "visa_inquiries" USING btree (greatest("created_at", "updated_at", "answered_at"),"id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_visa_service_created_at_id_index" ON "visa_inquiries" USING btree ("visa_service","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_owner_id_created_at_id_index" ON "visa_inquiries" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_residence_country_created_at_id_index" ON "visa_inquiries" USING btree ("residence_country","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_unanswered" ON "visa_inquiries" USING btree ("created_at","id") WHERE "visa_inquiries"."answered_at" is null and "visa_inquiries"."status" in ('new', 'in_review');--> statement-breakpoint
CREATE INDEX "visa_inquiries_due" ON "visa_inquiries" USING btree ("due_day","id") WHERE "visa_inquiries"."due_day" is not null;--> statement-breakpoint
CREATE INDEX "visa_inquiries_promised" ON "visa_inquiries" USING btree ("owner_id","promised_by","id") WHERE answered_at is null and status in ('new', 'in_review') and promised_by is not null;--> statement-breakpoint
CREATE INDEX "visa_inquiries_promised_by" ON "visa_inquiries" USING btree ("promised_by","id") WHERE answered_at is null and status in ('new', 'in_review') and promised_by is not null;--> statement-breakpoint
CREATE INDEX "visa_inquiries_answered" ON "visa_inquiries" USING btree ("answered_at") WHERE "visa_inquiries"."answered_at" is not null;--> statement-breakpoint
CREATE INDEX "visa_inquiries_answered_email" ON "visa_inquiries" USING btree (lower("email"),"answered_at") WHERE "visa_inquiries"."answered_at" is not null and "visa_inquiries"."email" <> '';--> statement-breakpoint
CREATE INDEX "visa_inquiries_priority" ON "visa_inquiries" USING btree ("created_at","id") WHERE "visa_inquiries"."priority";--> statement-breakpoint
CREATE INDEX "visa_inquiries_sample" ON "visa_inquiries" USING btree ("id") WHERE "visa_inquiries"."is_sample";--> statement-breakpoint
CREATE INDEX "visa_inquiries_search_text" ON "visa_inquiries" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "visa_inquiries_few_digits" ON "visa_inquiries" USING gin (few_digits("search_text"));--> statement-breakpoint
CREATE INDEX "email_notifications_created_at_id_index" ON "email_notifications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "email_notifications_status_created_at_id_index" ON "email_notifications" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "email_notifications_email_type_created_at_id_index" ON "email_notifications" USING btree ("email_type","created_at","id");--> statement-breakpoint
CREATE INDEX "email_notifications_application_id_created_at_index" ON "email_notifications" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "email_notifications_contact_inquiry_id_index" ON "email_notifications" USING btree ("contact_inquiry_id");--> statement-breakpoint
CREATE INDEX "email_notifications_recipient" ON "email_notifications" USING btree (lower("recipient_email"),"created_at");--> statement-breakpoint
CREATE INDEX "email_notifications_with_text" ON "email_notifications" USING btree ("created_at","id") WHERE "email_notifications"."text_removed_at" is null;--> statement-breakpoint
CREATE INDEX "email_notifications_undo" ON "email_notifications" USING btree ("undo_id") WHERE "email_notifications"."undo_id" is not null;--> statement-breakpoint
CREATE INDEX "email_notifications_sample" ON "email_notifications" USING btree ("id") WHERE "email_notifications"."is_sample";--> statement-breakpoint
CREATE INDEX "email_notifications_found_by" ON "email_notifications" USING gin ((folded("recipient_name" || ' ' || "recipient_email" || ' ' || "subject")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "email_notifications_few_digits" ON "email_notifications" USING gin (few_digits(folded("recipient_name" || ' ' || "recipient_email" || ' ' || "subject")));--> statement-breakpoint
CREATE UNIQUE INDEX "migration_runs_one_at_a_time" ON "migration_runs" USING btree ((true)) WHERE "migration_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "migration_runs_started_at_index" ON "migration_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "opened_records_admin_id_opened_at_index" ON "opened_records" USING btree ("admin_id","opened_at");--> statement-breakpoint
CREATE INDEX "people_last_contact" ON "people" USING btree ("last_contact_at","id") WHERE joined_into is null;--> statement-breakpoint
CREATE INDEX "people_joined" ON "people" USING btree ("joined_into") WHERE joined_into is not null;--> statement-breakpoint
CREATE INDEX "people_search_text" ON "people" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "people_few_digits" ON "people" USING gin (few_digits("search_text"));--> statement-breakpoint
CREATE INDEX "people_waiting_application" ON "people_waiting" USING btree ("application_id") WHERE application_id is not null;--> statement-breakpoint
CREATE INDEX "people_waiting_inquiry" ON "people_waiting" USING btree ("inquiry_id") WHERE inquiry_id is not null;--> statement-breakpoint
CREATE INDEX "person_pairs_other_id_index" ON "person_pairs" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "person_pairs_open" ON "person_pairs" USING btree ("created_at","one_id") WHERE declared_at is null;--> statement-breakpoint
CREATE INDEX "person_records_person_id_index" ON "person_records" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_records_keys" ON "person_records" USING gin ("keys") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "person_records_ties" ON "person_records" USING gin ("ties") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "data_keys_wrapped_by_id_index" ON "data_keys" USING btree ("wrapped_by","id");--> statement-breakpoint
CREATE UNIQUE INDEX "legal_holds_standing" ON "legal_holds" USING btree ("application_id") WHERE "legal_holds"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "legal_holds_application_id_placed_at_index" ON "legal_holds" USING btree ("application_id","placed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "legal_holds_restricted_standing" ON "legal_holds" USING btree ("restricted_id") WHERE "legal_holds"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "legal_holds_restricted_id_placed_at_index" ON "legal_holds" USING btree ("restricted_id","placed_at");--> statement-breakpoint
CREATE INDEX "data_copies_application_id_created_at_index" ON "data_copies" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "data_copies_one" ON "data_copies" USING btree ("application_id") WHERE state <> 'gone';--> statement-breakpoint
CREATE INDEX "data_copies_offered" ON "data_copies" USING btree ("offered_until") WHERE state = 'ready';--> statement-breakpoint
CREATE INDEX "data_links_lower_index" ON "data_links" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "data_links_created_at_index" ON "data_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "erasure_requests_group_id_index" ON "erasure_requests" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_inquiry_id_index" ON "erasure_requests" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_subscriber_id_index" ON "erasure_requests" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_open" ON "erasure_requests" USING btree ("confirmed_at","id") WHERE state in ('open', 'erasing', 'restricting');--> statement-breakpoint
CREATE INDEX "erasure_requests_asked" ON "erasure_requests" USING btree ("created_at","id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "erasure_requests_refused" ON "erasure_requests" USING btree ("decided_at","id") WHERE state = 'refused';--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_one" ON "erasure_requests" USING btree (coalesce(application_id, inquiry_id, subscriber_id)) WHERE state in ('asked', 'open', 'erasing', 'restricting');--> statement-breakpoint
CREATE INDEX "erasures_number_index" ON "erasures" USING btree ("number");--> statement-breakpoint
CREATE INDEX "restricted_cases_restricted_until_index" ON "restricted_cases" USING btree ("restricted_until");--> statement-breakpoint
CREATE INDEX "restricted_cases_document_id_index" ON "restricted_cases" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "restricted_cases_data_document_id_index" ON "restricted_cases" USING btree ("data_document_id");--> statement-breakpoint
CREATE INDEX "report_changes_subject_month_index" ON "report_changes" USING btree ("subject","month");--> statement-breakpoint
CREATE UNIQUE INDEX "document_requirements_visa_service_id_document_type_index" ON "document_requirements" USING btree ("visa_service_id","document_type");--> statement-breakpoint
CREATE INDEX "document_requirements_visa_service_id_display_order_index" ON "document_requirements" USING btree ("visa_service_id","display_order");--> statement-breakpoint
CREATE INDEX "form_files_waiting" ON "form_files" USING btree ("created_at") WHERE scan = 'waiting';--> statement-breakpoint
CREATE INDEX "newsletter_recipients_subscriber" ON "newsletter_recipients" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "newsletter_recipients_mail" ON "newsletter_recipients" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "google_reviews_review_date_index" ON "google_reviews" USING btree ("review_date");--> statement-breakpoint
CREATE INDEX "google_reviews_is_visible_review_date_index" ON "google_reviews" USING btree ("is_visible","review_date");--> statement-breakpoint
CREATE INDEX "google_reviews_sample" ON "google_reviews" USING btree ("id") WHERE "google_reviews"."is_sample";--> statement-breakpoint
CREATE INDEX "google_reviews_first_place_index" ON "google_reviews" USING btree ("first_place");--> statement-breakpoint
CREATE INDEX "team_members_published_display_order_index" ON "team_members" USING btree ("published","display_order");--> statement-breakpoint
CREATE INDEX "undo_offers_open_until_index" ON "undo_offers" USING btree ("open_until");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_own_names" ON "saved_views" USING btree ("admin_id","list",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("list") WHERE "saved_views"."is_shared";--> statement-breakpoint
CREATE VIEW "public"."application_documents" AS (select id, application_id, document_name, document_type, '/documents/' || id as file_url, created_at from documents where application_id is not null);--> statement-breakpoint
CREATE VIEW "public"."contact_inquiries" AS (select * from visa_inquiries);
--> statement-breakpoint
-- Rows that are written again and again get room on their page for their next version: it then needs no new entry in any
-- index (thirteen of them at an application, the words that the desk finds it by among them).
alter table visa_applications set (fillfactor = 70);
--> statement-breakpoint
alter table limit_counts set (fillfactor = 50);
--> statement-breakpoint
alter table applicant_information set (fillfactor = 80);
--> statement-breakpoint
alter table passport_information set (fillfactor = 80);
--> statement-breakpoint
alter table contact_information set (fillfactor = 80);
--> statement-breakpoint
alter table trip_details set (fillfactor = 80);
--> statement-breakpoint
alter table family_background set (fillfactor = 80);
--> statement-breakpoint
alter table employment_education set (fillfactor = 80);
--> statement-breakpoint
alter table security_questionnaire set (fillfactor = 80);
--> statement-breakpoint
-- Public pages are kept in memory by every instance. Whatever changes one of the tables that they read, SQL by hand
-- included, says so at commit; PostgreSQL tells it to all who listen, once for each table of a transaction.
create function public_content_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_content', tg_table_name);
  return null;
end $$;
--> statement-breakpoint
create trigger countries_changed after insert or update or delete or truncate on countries
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger service_categories_changed after insert or update or delete or truncate on service_categories
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger visa_services_changed after insert or update or delete or truncate on visa_services
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger visa_pricing_tiers_changed after insert or update or delete or truncate on visa_pricing_tiers
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger seo_metadata_changed after insert or update or delete or truncate on seo_metadata
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger blog_posts_changed after insert or update or delete or truncate on blog_posts
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger faqs_changed after insert or update or delete or truncate on faqs
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger forms_changed after insert or update or delete or truncate on forms
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger site_settings_changed after insert or update or delete or truncate on site_settings
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger google_reviews_changed after insert or update or delete or truncate on google_reviews
  for each statement execute function public_content_changed();
--> statement-breakpoint
create trigger reviews_metadata_changed after insert or update or delete or truncate on reviews_metadata
  for each statement execute function public_content_changed();
--> statement-breakpoint
-- Exact counts that no reader scans for: each statement adds rows to row_counts, inside the transaction that it belongs
-- to, so a count and what it counts are never apart.
create function count_rows() returns trigger language plpgsql as $$
declare
  subject text := tg_argv[0];
  key_of text := tg_argv[1];
begin
  if tg_op = 'INSERT' then
    execute format('insert into row_counts (subject, key, n) select %L, %s, count(*) from added group by 2', subject, key_of);
  elsif tg_op = 'DELETE' then
    execute format('insert into row_counts (subject, key, n) select %L, %s, -count(*) from gone group by 2', subject, key_of);
  else
    delete from row_counts where row_counts.subject = tg_argv[0];
  end if;
  return null;
end $$;
--> statement-breakpoint
-- A trigger of one column can't see a statement's rows together; a change of status is one row at a time anyway.
create function count_moved_row() returns trigger language plpgsql as $$
begin
  insert into row_counts (subject, key, n) values (tg_argv[0], old.status::text, -1), (tg_argv[0], new.status::text, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger count_applications_added after insert on visa_applications referencing new table as added
  for each statement execute function count_rows('applications', 'status::text');
--> statement-breakpoint
create trigger count_applications_gone after delete on visa_applications referencing old table as gone
  for each statement execute function count_rows('applications', 'status::text');
--> statement-breakpoint
create trigger count_applications_emptied after truncate on visa_applications
  for each statement execute function count_rows('applications', 'status::text');
--> statement-breakpoint
create trigger count_applications_moved after update of status on visa_applications
  for each row when (old.status is distinct from new.status) execute function count_moved_row('applications');
--> statement-breakpoint
create trigger count_inquiries_added after insert on visa_inquiries referencing new table as added
  for each statement execute function count_rows('inquiries', 'status::text');
--> statement-breakpoint
create trigger count_inquiries_gone after delete on visa_inquiries referencing old table as gone
  for each statement execute function count_rows('inquiries', 'status::text');
--> statement-breakpoint
create trigger count_inquiries_emptied after truncate on visa_inquiries
  for each statement execute function count_rows('inquiries', 'status::text');
--> statement-breakpoint
create trigger count_inquiries_moved after update of status on visa_inquiries
  for each row when (old.status is distinct from new.status) execute function count_moved_row('inquiries');
--> statement-breakpoint
create trigger count_inquiries_by_day_added after insert on visa_inquiries referencing new table as added
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_inquiries_by_day_gone after delete on visa_inquiries referencing old table as gone
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_inquiries_by_day_emptied after truncate on visa_inquiries
  for each statement execute function count_rows('inquiries by day', '(created_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_emails_added after insert on email_notifications referencing new table as added
  for each statement execute function count_rows('emails', 'status::text');
--> statement-breakpoint
create trigger count_emails_gone after delete on email_notifications referencing old table as gone
  for each statement execute function count_rows('emails', 'status::text');
--> statement-breakpoint
create trigger count_emails_emptied after truncate on email_notifications
  for each statement execute function count_rows('emails', 'status::text');
--> statement-breakpoint
create trigger count_emails_moved after update of status on email_notifications
  for each row when (old.status is distinct from new.status) execute function count_moved_row('emails');
--> statement-breakpoint
create trigger count_views_added after insert on visa_service_views referencing new table as added
  for each statement execute function count_rows('views', 'service_id::text');
--> statement-breakpoint
create trigger count_views_gone after delete on visa_service_views referencing old table as gone
  for each statement execute function count_rows('views', 'service_id::text');
--> statement-breakpoint
create trigger count_views_emptied after truncate on visa_service_views
  for each statement execute function count_rows('views', 'service_id::text');
--> statement-breakpoint
create trigger count_views_by_day_added after insert on visa_service_views referencing new table as added
  for each statement execute function count_rows('views by day', '(viewed_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_views_by_day_gone after delete on visa_service_views referencing old table as gone
  for each statement execute function count_rows('views by day', '(viewed_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
create trigger count_views_by_day_emptied after truncate on visa_service_views
  for each statement execute function count_rows('views by day', '(viewed_at at time zone ''America/Nassau'')::date::text');
--> statement-breakpoint
-- How many applications refer to each service, for the staff's list of services: a million of them are not read for it.
create trigger count_applications_by_service_added after insert on visa_applications referencing new table as added
  for each statement execute function count_rows('applications by service', 'coalesce(visa_service_id::text, '''')');
--> statement-breakpoint
create trigger count_applications_by_service_gone after delete on visa_applications referencing old table as gone
  for each statement execute function count_rows('applications by service', 'coalesce(visa_service_id::text, '''')');
--> statement-breakpoint
create trigger count_applications_by_service_emptied after truncate on visa_applications
  for each statement execute function count_rows('applications by service', 'coalesce(visa_service_id::text, '''')');
--> statement-breakpoint
create function count_moved_service() returns trigger language plpgsql as $$
begin
  insert into row_counts (subject, key, n) values
    ('applications by service', coalesce(old.visa_service_id::text, ''), -1),
    ('applications by service', coalesce(new.visa_service_id::text, ''), 1);
  return null;
end $$;
--> statement-breakpoint
create trigger count_applications_by_service_moved after update of visa_service_id on visa_applications
  for each row when (old.visa_service_id is distinct from new.visa_service_id) execute function count_moved_service();
--> statement-breakpoint
-- What was signed stays as it was signed.
create function keep_what_was_signed() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are immutable', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger application_submissions_immutable before update on application_submissions
  for each row when (new.* is distinct from old.*) execute function keep_what_was_signed();
--> statement-breakpoint
-- A tier's total is the sum of its fees. A total that is changed alone makes them unknown.
create function keep_tier_sum() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.total_price <> old.total_price
    and (new.government_fee, new.service_fee) is not distinct from (old.government_fee, old.service_fee) then
    new.government_fee := null;
    new.service_fee := null;
  end if;
  new.total_price := coalesce(new.government_fee + new.service_fee, new.total_price);
  return new;
end $$;
--> statement-breakpoint
create trigger visa_pricing_tiers_sum before insert or update on visa_pricing_tiers
  for each row execute function keep_tier_sum();
--> statement-breakpoint
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
-- A payment or refund gets its receipt's number once it can no longer be undone.
create function refuse_changed_entry() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['refundable_until', 'receipt_number', 'shown_from']) is distinct from
      (to_jsonb(old) - array['refundable_until', 'receipt_number', 'shown_from'])
    or (old.receipt_number is not null and new.receipt_number is distinct from old.receipt_number) then
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
--> statement-breakpoint
-- What was signed stays as it was signed.
create function refuse_changed_amendment() returns trigger language plpgsql as $$
begin
  raise exception 'an amendment is immutable' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger amendments_immutable before update on amendments
  for each row execute function refuse_changed_amendment();
--> statement-breakpoint
create trigger document_requirements_changed after insert or update or delete or truncate on document_requirements
  for each statement execute function public_content_changed();
--> statement-breakpoint
-- A sample that was scanned later is shown from then on.
create trigger sample_scanned after update of scan on documents
  for each row when (new.sample_of is not null) execute function public_content_changed();
--> statement-breakpoint
-- How many there are of each combination of what the lists filter by, so that no filter counts a million rows.
create trigger count_applications_by_facets_added after insert on visa_applications referencing new table as added
  for each statement execute function count_rows('applications by facets', 'jsonb_build_array(status, visa_service_id, owner_id, payment_status, turn)::text');
--> statement-breakpoint
create trigger count_applications_by_facets_gone after delete on visa_applications referencing old table as gone
  for each statement execute function count_rows('applications by facets', 'jsonb_build_array(status, visa_service_id, owner_id, payment_status, turn)::text');
--> statement-breakpoint
create trigger count_applications_by_facets_emptied after truncate on visa_applications
  for each statement execute function count_rows('applications by facets', '');
--> statement-breakpoint
create function count_moved_facets_of_application() returns trigger language plpgsql as $$
begin
  insert into row_counts (subject, key, n) values
    ('applications by facets', jsonb_build_array(old.status, old.visa_service_id, old.owner_id, old.payment_status, old.turn)::text, -1),
    ('applications by facets', jsonb_build_array(new.status, new.visa_service_id, new.owner_id, new.payment_status, new.turn)::text, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger count_applications_by_facets_moved
  after update of status, visa_service_id, owner_id, payment_status, turn on visa_applications
  for each row when (
    (old.status, old.visa_service_id, old.owner_id, old.payment_status, old.turn)
    is distinct from (new.status, new.visa_service_id, new.owner_id, new.payment_status, new.turn)
  ) execute function count_moved_facets_of_application();
--> statement-breakpoint
create trigger count_inquiries_by_facets_added after insert on visa_inquiries referencing new table as added
  for each statement execute function count_rows('inquiries by facets', 'jsonb_build_array(status, visa_service, owner_id, priority, answered_at is null)::text');
--> statement-breakpoint
create trigger count_inquiries_by_facets_gone after delete on visa_inquiries referencing old table as gone
  for each statement execute function count_rows('inquiries by facets', 'jsonb_build_array(status, visa_service, owner_id, priority, answered_at is null)::text');
--> statement-breakpoint
create trigger count_inquiries_by_facets_emptied after truncate on visa_inquiries
  for each statement execute function count_rows('inquiries by facets', '');
--> statement-breakpoint
create function count_moved_facets_of_inquiry() returns trigger language plpgsql as $$
begin
  insert into row_counts (subject, key, n) values
    ('inquiries by facets', jsonb_build_array(old.status, old.visa_service, old.owner_id, old.priority, old.answered_at is null)::text, -1),
    ('inquiries by facets', jsonb_build_array(new.status, new.visa_service, new.owner_id, new.priority, new.answered_at is null)::text, 1);
  return null;
end $$;
--> statement-breakpoint
create trigger count_inquiries_by_facets_moved
  after update of status, visa_service, owner_id, priority, answered_at on visa_inquiries
  for each row when (
    (old.status, old.visa_service, old.owner_id, old.priority, old.answered_at is null)
    is distinct from (new.status, new.visa_service, new.owner_id, new.priority, new.answered_at is null)
  ) execute function count_moved_facets_of_inquiry();
--> statement-breakpoint
-- Whatever makes or changes a record, SQL by hand included, leaves word of it. Nothing else is done in its transaction.
create function people_wait_for_added() returns trigger language plpgsql as $$
begin
  execute format('insert into people_waiting (%I) select id from added', tg_argv[0]);
  return null;
end $$;
--> statement-breakpoint
create function people_wait_for_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'visa_applications' then
    insert into people_waiting (application_id) values (new.id);
  else
    insert into people_waiting (inquiry_id) values (new.id);
  end if;
  return null;
end $$;
--> statement-breakpoint
create function people_wait_for_contact() returns trigger language plpgsql as $$
begin
  insert into people_waiting (application_id) select distinct application_id from added;
  return null;
end $$;
--> statement-breakpoint
create function people_wait_for_gone() returns trigger language plpgsql as $$
begin
  insert into people_waiting (person_id) select distinct person_id from gone;
  return null;
end $$;
--> statement-breakpoint
create trigger people_of_applications_added after insert on visa_applications referencing new table as added
  for each statement execute function people_wait_for_added('application_id');
--> statement-breakpoint
create trigger people_of_inquiries_added after insert on visa_inquiries referencing new table as added
  for each statement execute function people_wait_for_added('inquiry_id');
--> statement-breakpoint
create trigger people_of_inquiries_changed after update on visa_inquiries
  for each row when (
    old.full_name is distinct from new.full_name or old.email is distinct from new.email
    or old.phone is distinct from new.phone or old.answered_at is distinct from new.answered_at
  ) execute function people_wait_for_changed();
--> statement-breakpoint
create trigger people_of_messages_added after insert on case_messages referencing new table as added
  for each statement execute function people_wait_for_contact();
--> statement-breakpoint
create trigger people_of_records_gone after delete on person_records referencing old table as gone
  for each statement execute function people_wait_for_gone();
--> statement-breakpoint
-- Brings what is shown of persons to what their records say; who has no record left goes away.
create function refresh_people(changed uuid[]) returns void language plpgsql as $$
declare
  parents uuid[];
  shown uuid[];
begin
  loop
    with emptied as (
      delete from people p where p.id = any(changed)
        and not exists (select from person_records r where r.person_id = p.id)
        and not exists (select from people c where c.joined_into = p.id)
      returning p.joined_into
    )
    select array_agg(joined_into) into parents from emptied where joined_into is not null;
    exit when parents is null;
    changed := changed || parents;
  end loop;
  with recursive up as (
    select id, joined_into from people where id = any(changed)
    union
    select p.id, p.joined_into from people p join up on p.id = up.joined_into
  )
  -- Those that are joined into another too: nothing of a deleted record stays with them.
  select array_agg(id) into shown from up;
  with recursive down as (
    select id as head, id from people where id = any(shown)
    union all
    select down.head, p.id from people p join down on p.joined_into = down.id
  ), records as (
    select down.head, r.*, r.name || ' ' || coalesce(applicant_names(a.metadata), '') as all_names
    from down join person_records r on r.person_id = down.id left join visa_applications a on a.id = r.application_id
  ), facts as (
    select head,
      coalesce((array_agg(name order by contact_at desc) filter (where name <> ''))[1], '') as name,
      coalesce(array_agg(distinct lower(email)) filter (where email <> ''), '{}') as emails,
      count(inquiry_id) as inquiries, count(application_id) as cases, max(contact_at) as last_contact_at,
      coalesce(string_agg(distinct folded(all_names), ' '), '') as names
    from records group by head
  ), numbers as (
    select head, array_agg(phone) as phones
    from (
      select distinct on (head, digits(phone)) head, phone
      from records, unnest(phones) phone order by head, digits(phone), contact_at desc
    ) one group by head
  )
  update people p set name = facts.name, emails = facts.emails, phones = coalesce(numbers.phones, '{}'),
    inquiries = facts.inquiries, cases = facts.cases, last_contact_at = facts.last_contact_at,
    search_text = facts.names || ' ' || folded(array_to_string(facts.emails, ' '))
      || ' ' || chr(31) || coalesce((select string_agg(digits(phone), ' ') from unnest(numbers.phones) phone), '')
  from facts left join numbers using (head) where p.id = facts.head;
end $$;
--> statement-breakpoint
-- The person that one was joined into in the end, or that person itself.
create function person_head(one uuid) returns uuid language sql stable parallel safe as $$
  with recursive up as (
    select id, joined_into from people where id = one
    union
    select p.id, p.joined_into from people p join up on p.id = up.joined_into
  )
  select id from up where joined_into is null
$$;
--> statement-breakpoint
-- The record only grows (K-LOG-5). A line of sign-ins that came to nothing counts on for ten minutes; a sweep of what is
-- older than it is kept says so in its transaction: set local lucaya.record = 'sweep'.
CREATE FUNCTION keep_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('lucaya.record', true) = 'sweep' THEN
    RETURN CASE tg_op WHEN 'DELETE' THEN old ELSE new END;
  END IF;
  -- Generated columns have no value yet.
  IF tg_op = 'UPDATE' AND old.action_type IN ('sign_in_failed', 'sign_in_refused')
    AND to_jsonb(new) - '{details,about}'::text[] = to_jsonb(old) - '{details,about}'::text[]
    AND (new.details ->> 'times')::int > coalesce((old.details ->> 'times')::int, 1) THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'entries of the record are kept as they are' USING errcode = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_activity_log_kept BEFORE UPDATE OR DELETE ON "admin_activity_log"
  FOR EACH ROW EXECUTE FUNCTION keep_record();
--> statement-breakpoint
-- The decisions and the money of an application count for its service, the decisions for its status.
CREATE FUNCTION report_of_case_changed(application uuid) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'decisions', nassau_month(created_at) FROM application_status_history
  WHERE application_id = application AND to_status IN ('approved', 'denied')
  UNION SELECT DISTINCT 'revenue', date_trunc('month', ledger_day(paid_on, created_at))::date FROM ledger_entries
  WHERE application_id = application AND kind IN ('payment', 'refund')
$$;
--> statement-breakpoint
CREATE FUNCTION report_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'applications', nassau_month(created_at) FROM changed
  UNION SELECT DISTINCT 'submissions', nassau_month(submitted_at) FROM changed WHERE submitted_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION report_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT 'applications', nassau_month(old.created_at) UNION SELECT 'applications', nassau_month(new.created_at)
  UNION SELECT 'submissions', nassau_month(old.submitted_at) WHERE old.submitted_at IS NOT NULL
  UNION SELECT 'submissions', nassau_month(new.submitted_at) WHERE new.submitted_at IS NOT NULL;
  PERFORM report_of_case_changed(new.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_applications_added AFTER INSERT ON visa_applications REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_applications();
--> statement-breakpoint
CREATE TRIGGER report_applications_gone AFTER DELETE ON visa_applications REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_applications();
--> statement-breakpoint
CREATE FUNCTION report_inquiries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'inquiries', nassau_month(created_at) FROM changed
  UNION SELECT DISTINCT 'answers', nassau_month(answered_at) FROM changed WHERE answered_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION report_inquiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT 'inquiries', nassau_month(old.created_at) UNION SELECT 'inquiries', nassau_month(new.created_at)
  UNION SELECT 'answers', nassau_month(old.answered_at) WHERE old.answered_at IS NOT NULL
  UNION SELECT 'answers', nassau_month(new.answered_at) WHERE new.answered_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_inquiries_added AFTER INSERT ON visa_inquiries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_inquiries();
--> statement-breakpoint
CREATE TRIGGER report_inquiries_gone AFTER DELETE ON visa_inquiries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_inquiries();
--> statement-breakpoint
-- A line of the history may undo an older decision, and a reversal an older payment: their months are computed again too.
CREATE FUNCTION report_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'decisions', nassau_month(h.created_at) FROM changed
  JOIN application_status_history h ON h.application_id = changed.application_id
  WHERE h.to_status IN ('approved', 'denied')
  UNION SELECT DISTINCT 'decisions', nassau_month(created_at) FROM changed WHERE to_status IN ('approved', 'denied');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_history_added AFTER INSERT ON application_status_history REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_history();
--> statement-breakpoint
CREATE TRIGGER report_history_gone AFTER DELETE ON application_status_history REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_history();
--> statement-breakpoint
CREATE TRIGGER report_history_changed AFTER UPDATE ON application_status_history REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_history();
--> statement-breakpoint
CREATE FUNCTION report_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO report_changes (subject, month)
  SELECT DISTINCT 'revenue', date_trunc('month', ledger_day(paid_on, created_at))::date FROM changed
  WHERE kind IN ('payment', 'refund')
  UNION SELECT DISTINCT 'revenue', date_trunc('month', ledger_day(e.paid_on, e.created_at))::date FROM changed
  JOIN ledger_entries e ON e.id = changed.reverses WHERE e.kind IN ('payment', 'refund');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_ledger_added AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_ledger();
--> statement-breakpoint
CREATE TRIGGER report_ledger_gone AFTER DELETE ON ledger_entries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION report_ledger();
--> statement-breakpoint
-- While there is a hold, nothing and nobody can delete its case.
CREATE FUNCTION refuse_deleted_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM legal_holds WHERE old.id IN (application_id, restricted_id) AND removed_at IS NULL) THEN
    RAISE EXCEPTION 'a case under a legal hold is not deleted' USING errcode = 'restrict_violation';
  END IF;
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER visa_applications_held BEFORE DELETE ON visa_applications
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_held();
--> statement-breakpoint
-- No version is ever changed or deleted (O-EDIT-10): only when it is public changes.
CREATE FUNCTION keep_content_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND to_jsonb(new) - '{published_at,published_by,replaced_at,scheduled_for,scheduled_by,not_published}'::text[]
    = to_jsonb(old) - '{published_at,published_by,replaced_at,scheduled_for,scheduled_by,not_published}'::text[] THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'versions of the content are kept as they are' USING errcode = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER content_versions_kept BEFORE UPDATE OR DELETE ON "content_versions"
  FOR EACH ROW EXECUTE FUNCTION keep_content_version();
--> statement-breakpoint
CREATE TRIGGER restricted_cases_held BEFORE DELETE ON restricted_cases
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_held();
--> statement-breakpoint
create trigger team_members_changed after insert or update or delete or truncate on team_members
  for each statement execute function public_content_changed();
--> statement-breakpoint
CREATE TRIGGER post_addresses_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post_addresses
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();
--> statement-breakpoint
CREATE TRIGGER redirects_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "redirects"
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();
--> statement-breakpoint
-- Each instance caches the steps of services: it is notified of a change as of one of a page.
CREATE TRIGGER country_form_configurations_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "country_form_configurations"
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();
--> statement-breakpoint
CREATE TRIGGER form_step_definitions_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "form_step_definitions"
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();
--> statement-breakpoint
CREATE TRIGGER content_published_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "content_published"
  FOR EACH STATEMENT EXECUTE FUNCTION public_content_changed();
--> statement-breakpoint
CREATE FUNCTION keep_gone_tier(slug text, t visa_pricing_tiers) RETURNS void LANGUAGE sql AS $$
  INSERT INTO gone_facts (slug, tier, facts) VALUES (slug, t.tier_name, jsonb_build_object(
    'total', t.total_price::text, 'governmentFee', t.government_fee::text, 'serviceFee', t.service_fee::text))
  ON CONFLICT ON CONSTRAINT gone_facts_slug_tier_pk DO UPDATE SET facts = excluded.facts, gone_at = now();
$$;
--> statement-breakpoint
-- Its prices go with a service: by then nobody could say of which they were.
CREATE FUNCTION keep_gone_service() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO gone_facts (slug, facts) VALUES (old.slug, jsonb_build_object(
    'name', old.service_name, 'totalPrice', old.total_price::text, 'governmentFee', old.government_fee::text,
    'serviceFee', old.service_fee::text, 'feeRecipient', old.fee_recipient, 'furtherFee', old.further_fee,
    'processingTime', old.processing_time, 'maxStay', old.max_stay, 'validityPeriod', old.validity_period))
  ON CONFLICT ON CONSTRAINT gone_facts_slug_tier_pk DO UPDATE SET facts = excluded.facts, gone_at = now();
  PERFORM keep_gone_tier(old.slug, t) FROM visa_pricing_tiers t WHERE t.service_id = old.id ORDER BY t.total_price DESC;
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER visa_services_gone BEFORE DELETE ON "visa_services"
  FOR EACH ROW EXECUTE FUNCTION keep_gone_service();
--> statement-breakpoint
CREATE FUNCTION keep_gone_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_gone_tier(s.slug, old) FROM visa_services s WHERE s.id = old.service_id;
  RETURN old;
END $$;
--> statement-breakpoint
CREATE TRIGGER visa_pricing_tiers_gone BEFORE DELETE ON "visa_pricing_tiers"
  FOR EACH ROW EXECUTE FUNCTION keep_gone_price();
--> statement-breakpoint
create trigger people_of_applications_changed after update on visa_applications
  for each row when (
    old.search_text is distinct from new.search_text or old.applicant_name is distinct from new.applicant_name
    or old.email_confirmed_at is distinct from new.email_confirmed_at or old.submitted_at is distinct from new.submitted_at
    or old.passport_digests is distinct from new.passport_digests
    or old.metadata #>> '{step1,dateOfBirth}' is distinct from new.metadata #>> '{step1,dateOfBirth}'
  ) execute function people_wait_for_changed();
--> statement-breakpoint
-- Sample people are in no report (F-DESK-9). A record that becomes one, or ceases to be one, changes the figures of their months.
CREATE TRIGGER report_applications_changed
  AFTER UPDATE OF status, current_step, visa_service_id, submitted_at, created_at, is_sample ON visa_applications
  FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.current_step IS DISTINCT FROM new.current_step
    OR old.visa_service_id IS DISTINCT FROM new.visa_service_id OR old.submitted_at IS DISTINCT FROM new.submitted_at
    OR old.created_at IS DISTINCT FROM new.created_at OR old.is_sample IS DISTINCT FROM new.is_sample)
  EXECUTE FUNCTION report_application();
--> statement-breakpoint
CREATE TRIGGER report_inquiries_changed
  AFTER UPDATE OF visa_service, answered_at, created_at, is_sample ON visa_inquiries
  FOR EACH ROW WHEN (old.visa_service IS DISTINCT FROM new.visa_service
    OR old.answered_at IS DISTINCT FROM new.answered_at OR old.created_at IS DISTINCT FROM new.created_at
    OR old.is_sample IS DISTINCT FROM new.is_sample)
  EXECUTE FUNCTION report_inquiry();

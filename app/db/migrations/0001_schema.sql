CREATE TYPE "public"."admin_role" AS ENUM('regular_admin', 'super_admin');--> statement-breakpoint
CREATE TYPE "public"."application_status" AS ENUM('draft', 'submitted', 'under_review', 'additional_info_required', 'interview_scheduled', 'approved', 'denied', 'withdrawn');--> statement-breakpoint
CREATE TYPE "public"."payment_status" AS ENUM('pending', 'partial', 'paid', 'refunded');--> statement-breakpoint
CREATE TYPE "public"."step_type" AS ENUM('standard', 'addon');--> statement-breakpoint
CREATE TYPE "public"."entry_type" AS ENUM('Single Entry', 'Multiple Entry');--> statement-breakpoint
CREATE TYPE "public"."document_scan" AS ENUM('not_scanned', 'waiting', 'clean', 'infected');--> statement-breakpoint
CREATE TYPE "public"."contact_method" AS ENUM('Email', 'Phone', 'WhatsApp');--> statement-breakpoint
CREATE TYPE "public"."inquiry_service" AS ENUM('Bahamian e-Visa', 'Bahamas Work Visa', 'US Travel (B1/B2) Visa', 'US Student (F-1) Visa', 'Canadian Visitor Visa (TRV)', 'Canadian eTA', 'UK Visitor Visa', 'UK Transit Visa', 'Permit to Reside', 'Permanent Residence');--> statement-breakpoint
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
	"is_active" boolean DEFAULT true NOT NULL,
	"last_login_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "admin_users_userId_unique" UNIQUE("user_id")
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
	"admin_email" text,
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
CREATE TABLE "attempts" (
	"key" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"result" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
	CONSTRAINT "country_form_configurations_one_owner" CHECK (num_nonnulls("country_form_configurations"."visa_service_id", "country_form_configurations"."country_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "document_requirements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"visa_service_id" uuid NOT NULL,
	"document_type" text NOT NULL,
	"document_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_required" boolean DEFAULT true NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL
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
CREATE TABLE "visa_applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_number" text NOT NULL,
	"visa_service_id" uuid,
	"user_email" text NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"refused_email_hashes" text[] DEFAULT '{}' NOT NULL,
	"begun_with" text DEFAULT '' NOT NULL,
	"begun_at_desk" boolean DEFAULT false NOT NULL,
	"opens_by_link_only" boolean DEFAULT false NOT NULL,
	"applicant_name" text GENERATED ALWAYS AS (btrim(coalesce(metadata->'step1'->>'firstName', '') || ' ' || coalesce(metadata->'step1'->>'lastName', ''))) STORED NOT NULL,
	"application_type" text,
	"status" "application_status" DEFAULT 'draft' NOT NULL,
	"current_step" integer DEFAULT 1 NOT NULL,
	"furthest_step" integer DEFAULT 1 NOT NULL,
	"total_steps" integer DEFAULT 8 NOT NULL,
	"completion_percentage" integer DEFAULT 0 NOT NULL,
	"total_amount_due" numeric(10, 2) DEFAULT '0' NOT NULL,
	"amount_paid" numeric(10, 2) DEFAULT '0' NOT NULL,
	"payment_status" "payment_status" DEFAULT 'pending' NOT NULL,
	"resume_token" uuid DEFAULT gen_random_uuid() NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revisions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"last_updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"link_sent_at" timestamp with time zone,
	"draft_mail_sent_at" timestamp with time zone,
	"withdrawal_requested_at" timestamp with time zone,
	"withdrawal_reason" text,
	CONSTRAINT "visa_applications_applicationNumber_unique" UNIQUE("application_number"),
	CONSTRAINT "visa_applications_resumeToken_unique" UNIQUE("resume_token"),
	CONSTRAINT "visa_applications_steps_range" CHECK ("visa_applications"."current_step" between 1 and "visa_applications"."total_steps"),
	CONSTRAINT "visa_applications_furthest_range" CHECK ("visa_applications"."furthest_step" >= 1),
	CONSTRAINT "visa_applications_percentage_range" CHECK ("visa_applications"."completion_percentage" between 0 and 100),
	CONSTRAINT "visa_applications_money_not_negative" CHECK ("visa_applications"."total_amount_due" >= 0 and "visa_applications"."amount_paid" >= 0),
	CONSTRAINT "visa_applications_withdrawal_of_submitted" CHECK ("visa_applications"."withdrawal_requested_at" is null or "visa_applications"."submitted_at" is not null),
	CONSTRAINT "visa_applications_email_form" CHECK ("visa_applications"."user_email" = '' or "visa_applications"."user_email" like '%_@_%'),
	CONSTRAINT "visa_applications_submitted_has_date" CHECK ("visa_applications"."status" in ('draft', 'withdrawn') or "visa_applications"."submitted_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "countries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"flag_emoji" text NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
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
	CONSTRAINT "service_categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "visa_pricing_tiers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"service_id" uuid NOT NULL,
	"tier_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"total_price" numeric(10, 2) NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "visa_pricing_tiers_price_not_negative" CHECK ("visa_pricing_tiers"."total_price" >= 0)
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
	"requirements" text[] DEFAULT '{}' NOT NULL,
	"eligibility_criteria" text[] DEFAULT '{}' NOT NULL,
	"important_notes" text[] DEFAULT '{}' NOT NULL,
	"application_steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"faqs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"processing_times" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"visa_subtypes" jsonb DEFAULT '[]'::jsonb NOT NULL,
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
	CONSTRAINT "visa_services_fees_not_negative" CHECK ("visa_services"."government_fee" >= 0 and "visa_services"."service_fee" >= 0)
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blog_posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "blog_posts_slug_form" CHECK ("blog_posts"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "blog_posts_published_has_date" CHECK (not "blog_posts"."published" or "blog_posts"."published_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "faqs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"category" text NOT NULL,
	"display_order" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "faqs_question_unique" UNIQUE("question")
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
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "forms_title_unique" UNIQUE("title")
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
	"scan" "document_scan" DEFAULT 'not_scanned' NOT NULL,
	"virus" text,
	"uploaded_by" text,
	"attempt_key" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_storageKey_unique" UNIQUE("storage_key"),
	CONSTRAINT "documents_attemptKey_unique" UNIQUE("attempt_key"),
	CONSTRAINT "documents_size_positive" CHECK ("documents"."byte_size" > 0),
	CONSTRAINT "documents_one_owner_at_most" CHECK ("documents"."application_id" is null or "documents"."inquiry_id" is null)
);
--> statement-breakpoint
CREATE TABLE "visa_inquiries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"preferred_contact_method" "contact_method" DEFAULT 'Email' NOT NULL,
	"visa_service" "inquiry_service" NOT NULL,
	"nationality" text NOT NULL,
	"residence_country" text NOT NULL,
	"passport_expiry_date" date NOT NULL,
	"travel_date" date NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "visa_inquiries_attemptKey_unique" UNIQUE("attempt_key"),
	CONSTRAINT "visa_inquiries_adults_range" CHECK ("visa_inquiries"."num_adults" between 1 and 10),
	CONSTRAINT "visa_inquiries_children_range" CHECK ("visa_inquiries"."num_children" between 0 and 10),
	CONSTRAINT "visa_inquiries_purpose_length" CHECK (char_length("visa_inquiries"."purpose") <= 150),
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
	"status" "mail_status" DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error_message" text,
	"message_id" text NOT NULL,
	"application_id" uuid,
	"contact_inquiry_id" uuid,
	"is_sample" boolean DEFAULT false NOT NULL,
	"due_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_notifications_messageId_unique" UNIQUE("message_id")
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "google_reviews_googleId_unique" UNIQUE("google_id"),
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
	"father_first_name" text,
	"father_last_name" text,
	"father_date_of_birth" date,
	"father_country_of_birth" text,
	"father_current_country" text,
	"father_citizenship" text,
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
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_users" ADD CONSTRAINT "admin_users_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_users" ADD CONSTRAINT "admin_users_created_by_admin_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."admin_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_holders" ADD CONSTRAINT "application_holders_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_notes" ADD CONSTRAINT "application_notes_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_status_history" ADD CONSTRAINT "application_status_history_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_submissions" ADD CONSTRAINT "application_submissions_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_form_configurations" ADD CONSTRAINT "country_form_configurations_visa_service_id_visa_services_id_fk" FOREIGN KEY ("visa_service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_form_configurations" ADD CONSTRAINT "country_form_configurations_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."countries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "country_form_configurations" ADD CONSTRAINT "country_form_configurations_step_definition_id_form_step_definitions_id_fk" FOREIGN KEY ("step_definition_id") REFERENCES "public"."form_step_definitions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_requirements" ADD CONSTRAINT "document_requirements_visa_service_id_visa_services_id_fk" FOREIGN KEY ("visa_service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_applications" ADD CONSTRAINT "visa_applications_visa_service_id_visa_services_id_fk" FOREIGN KEY ("visa_service_id") REFERENCES "public"."visa_services"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_pricing_tiers" ADD CONSTRAINT "visa_pricing_tiers_service_id_visa_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_service_views" ADD CONSTRAINT "visa_service_views_service_id_visa_services_id_fk" FOREIGN KEY ("service_id") REFERENCES "public"."visa_services"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_country_id_countries_id_fk" FOREIGN KEY ("country_id") REFERENCES "public"."countries"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visa_services" ADD CONSTRAINT "visa_services_category_id_service_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."service_categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notifications" ADD CONSTRAINT "email_notifications_contact_inquiry_id_visa_inquiries_id_fk" FOREIGN KEY ("contact_inquiry_id") REFERENCES "public"."visa_inquiries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicant_information" ADD CONSTRAINT "applicant_information_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_information" ADD CONSTRAINT "contact_information_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employment_education" ADD CONSTRAINT "employment_education_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_background" ADD CONSTRAINT "family_background_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passport_information" ADD CONSTRAINT "passport_information_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_questionnaire" ADD CONSTRAINT "security_questionnaire_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trip_details" ADD CONSTRAINT "trip_details_application_id_visa_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."visa_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user_id_index" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_provider_id_account_id_index" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "admin_activity_log_created_at_index" ON "admin_activity_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "admin_activity_log_subject_type_subject_id_index" ON "admin_activity_log" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "admin_activity_log_action_type_created_at_index" ON "admin_activity_log" USING btree ("action_type","created_at");--> statement-breakpoint
CREATE INDEX "admin_activity_log_admin_email_created_at_index" ON "admin_activity_log" USING btree ("admin_email","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "admin_users_email" ON "admin_users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "limit_counts_window_ends_index" ON "limit_counts" USING btree ("window_ends");--> statement-breakpoint
CREATE INDEX "session_user_id_index" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires_at_index" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verification_identifier_index" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "application_holders_application_id_index" ON "application_holders" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "application_holders_expires_at_index" ON "application_holders" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "application_notes_application_id_created_at_index" ON "application_notes" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "application_status_history_application_id_created_at_index" ON "application_status_history" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "application_submissions_application_id_index" ON "application_submissions" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "attempts_created_at_index" ON "attempts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "country_form_configurations_visa_service_id_step_definition_id_index" ON "country_form_configurations" USING btree ("visa_service_id","step_definition_id");--> statement-breakpoint
CREATE UNIQUE INDEX "country_form_configurations_country_id_step_definition_id_index" ON "country_form_configurations" USING btree ("country_id","step_definition_id");--> statement-breakpoint
CREATE UNIQUE INDEX "document_requirements_visa_service_id_document_type_index" ON "document_requirements" USING btree ("visa_service_id","document_type");--> statement-breakpoint
CREATE INDEX "document_requirements_visa_service_id_display_order_index" ON "document_requirements" USING btree ("visa_service_id","display_order");--> statement-breakpoint
CREATE INDEX "visa_applications_created_at_id_index" ON "visa_applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_status_created_at_id_index" ON "visa_applications" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_applications_visa_service_id_index" ON "visa_applications" USING btree ("visa_service_id");--> statement-breakpoint
CREATE INDEX "visa_applications_submitted" ON "visa_applications" USING btree ("submitted_at","id") WHERE "visa_applications"."submitted_at" is not null;--> statement-breakpoint
CREATE INDEX "visa_applications_sample" ON "visa_applications" USING btree ("id") WHERE "visa_applications"."is_sample";--> statement-breakpoint
CREATE INDEX "visa_applications_withdrawal_asked" ON "visa_applications" USING btree ("created_at","id") WHERE "visa_applications"."withdrawal_requested_at" is not null;--> statement-breakpoint
CREATE INDEX "visa_applications_email" ON "visa_applications" USING btree (lower("user_email"),"visa_service_id");--> statement-breakpoint
CREATE INDEX "visa_applications_submitted_last" ON "visa_applications" USING btree (coalesce("submitted_at", '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "visa_applications_submitted_first" ON "visa_applications" USING btree (coalesce("submitted_at", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "visa_applications_found_by" ON "visa_applications" USING gin ((lower("application_number" || ' ' || "user_email" || ' ' || regexp_replace(normalize("applicant_name", NFD), '[\u0300-\u036f]', '', 'g'))) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "visa_pricing_tiers_service_id_display_order_index" ON "visa_pricing_tiers" USING btree ("service_id","display_order");--> statement-breakpoint
CREATE INDEX "visa_service_views_service_id_index" ON "visa_service_views" USING btree ("service_id");--> statement-breakpoint
CREATE INDEX "visa_service_views_viewed_at_index" ON "visa_service_views" USING btree ("viewed_at");--> statement-breakpoint
CREATE INDEX "visa_service_views_sample" ON "visa_service_views" USING btree ("id") WHERE "visa_service_views"."is_sample";--> statement-breakpoint
CREATE INDEX "visa_services_is_active_service_name_index" ON "visa_services" USING btree ("is_active","service_name");--> statement-breakpoint
CREATE INDEX "visa_services_is_featured_service_name_index" ON "visa_services" USING btree ("is_featured","service_name") WHERE "visa_services"."is_featured" and "visa_services"."is_active";--> statement-breakpoint
CREATE INDEX "visa_services_country_id_index" ON "visa_services" USING btree ("country_id");--> statement-breakpoint
CREATE INDEX "visa_services_display_order_index" ON "visa_services" USING btree ("display_order");--> statement-breakpoint
CREATE INDEX "blog_posts_published_published_at_index" ON "blog_posts" USING btree ("published","published_at");--> statement-breakpoint
CREATE INDEX "blog_posts_category_published_at_index" ON "blog_posts" USING btree ("category","published_at");--> statement-breakpoint
CREATE INDEX "faqs_published_display_order_index" ON "faqs" USING btree ("published","display_order");--> statement-breakpoint
CREATE INDEX "faqs_category_index" ON "faqs" USING btree ("category");--> statement-breakpoint
CREATE INDEX "forms_published_title_index" ON "forms" USING btree ("published","title");--> statement-breakpoint
CREATE INDEX "forms_country_index" ON "forms" USING btree ("country");--> statement-breakpoint
CREATE INDEX "row_counts_subject_key_index" ON "row_counts" USING btree ("subject","key");--> statement-breakpoint
CREATE INDEX "documents_application_id_created_at_index" ON "documents" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_inquiry_id_index" ON "documents" USING btree ("inquiry_id");--> statement-breakpoint
CREATE INDEX "documents_unattached" ON "documents" USING btree ("uploaded_by","created_at") WHERE application_id is null and inquiry_id is null;--> statement-breakpoint
CREATE INDEX "visa_inquiries_created_at_id_index" ON "visa_inquiries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_status_created_at_id_index" ON "visa_inquiries" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_visa_service_created_at_id_index" ON "visa_inquiries" USING btree ("visa_service","created_at","id");--> statement-breakpoint
CREATE INDEX "visa_inquiries_priority" ON "visa_inquiries" USING btree ("created_at","id") WHERE "visa_inquiries"."priority";--> statement-breakpoint
CREATE INDEX "visa_inquiries_sample" ON "visa_inquiries" USING btree ("id") WHERE "visa_inquiries"."is_sample";--> statement-breakpoint
CREATE INDEX "visa_inquiries_search" ON "visa_inquiries" USING gin ((lower("full_name" || ' ' || "email" || ' ' || "phone")) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "email_notifications_created_at_id_index" ON "email_notifications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "email_notifications_status_created_at_id_index" ON "email_notifications" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "email_notifications_email_type_created_at_id_index" ON "email_notifications" USING btree ("email_type","created_at","id");--> statement-breakpoint
CREATE INDEX "email_notifications_application_id_created_at_index" ON "email_notifications" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "email_notifications_contact_inquiry_id_index" ON "email_notifications" USING btree ("contact_inquiry_id");--> statement-breakpoint
CREATE INDEX "email_notifications_recipient" ON "email_notifications" USING btree (lower("recipient_email"),"created_at");--> statement-breakpoint
CREATE INDEX "email_notifications_sample" ON "email_notifications" USING btree ("id") WHERE "email_notifications"."is_sample";--> statement-breakpoint
CREATE INDEX "email_notifications_search" ON "email_notifications" USING gin ((lower("recipient_name" || ' ' || "recipient_email" || ' ' || "subject")) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "migration_runs_one_at_a_time" ON "migration_runs" USING btree ((true)) WHERE "migration_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "migration_runs_started_at_index" ON "migration_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "google_reviews_review_date_index" ON "google_reviews" USING btree ("review_date");--> statement-breakpoint
CREATE INDEX "google_reviews_is_visible_review_date_index" ON "google_reviews" USING btree ("is_visible","review_date");--> statement-breakpoint
CREATE INDEX "google_reviews_sample" ON "google_reviews" USING btree ("id") WHERE "google_reviews"."is_sample";--> statement-breakpoint
CREATE VIEW "public"."application_documents" AS (select id, application_id, document_name, document_type, '/documents/' || id as file_url, created_at from documents where application_id is not null);--> statement-breakpoint
CREATE VIEW "public"."contact_inquiries" AS (select * from visa_inquiries);

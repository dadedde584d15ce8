CREATE TYPE "public"."migration_state" AS ENUM('running', 'done', 'broken_off');--> statement-breakpoint
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
CREATE UNIQUE INDEX "migration_runs_one_at_a_time" ON "migration_runs" USING btree ((true)) WHERE "migration_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "migration_runs_started_at_index" ON "migration_runs" USING btree ("started_at");
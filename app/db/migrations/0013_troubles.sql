CREATE TABLE "troubles" (
	"subject" text PRIMARY KEY NOT NULL,
	"setting" text NOT NULL,
	"words" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL
);

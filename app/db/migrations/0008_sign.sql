ALTER TABLE "agreement_offers" DROP CONSTRAINT "agreement_offers_once";
--> statement-breakpoint
CREATE INDEX "agreement_offers_application_id_offered_at_index" ON "agreement_offers" USING btree ("application_id","offered_at");

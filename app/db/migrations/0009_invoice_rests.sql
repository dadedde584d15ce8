ALTER TABLE "ledger_entries" ADD COLUMN "rest_invoice_id" uuid;
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_rest_invoice_id_invoices_id_fk" FOREIGN KEY ("rest_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "ledger_entries_rest_invoice_id_index" ON "ledger_entries" USING btree ("rest_invoice_id");
--> statement-breakpoint
-- What a payment has beyond its invoice may be assigned to another one later, likewise while it is on no valid one.
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

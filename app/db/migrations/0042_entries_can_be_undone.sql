ALTER TABLE "ledger_entries" ADD COLUMN "shown_from" timestamp with time zone;--> statement-breakpoint
-- A payment or refund gets its receipt's number once it can't be undone any more.
create or replace function refuse_changed_entry() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - array['refundable_until', 'receipt_number', 'shown_from']) is distinct from
      (to_jsonb(old) - array['refundable_until', 'receipt_number', 'shown_from'])
    or (old.receipt_number is not null and new.receipt_number is distinct from old.receipt_number) then
    raise exception 'an entry of the ledger is immutable' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

ALTER TABLE "ledger_entries" ADD COLUMN "credit" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_credit" CHECK ("ledger_entries"."credit" is null or ("ledger_entries"."kind" = 'refund' and "ledger_entries"."credit" between 0 and "ledger_entries"."amount"));--> statement-breakpoint
-- What is due no longer counts what an authority is paid directly, and a refund that nobody was asked about makes nothing
-- due again (`case/fees/figures.ts`). Only cases with one of either change.
update visa_applications a set total_amount_due = f.due, payment_status = (case
    when f.paid = 0 then 'pending' when f.kept = 0 then 'refunded' when f.kept < f.due then 'partial' else 'paid'
  end)::payment_status
from (
  select application_id, paid, paid - refunded as kept, ours - least(refunded, greatest(0, ours - paid + refunded)) as due
  from (
    select application_id,
      coalesce(sum(amount) filter (where kind = 'charge' and payee <> 'directly'), 0) as ours,
      coalesce(sum(amount) filter (where kind = 'charge' and payee = 'directly'), 0) as direct,
      coalesce(sum(amount) filter (where kind = 'payment'), 0) as paid,
      coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunded
    from ledger_entries e where not exists (select from ledger_entries r where r.reverses = e.id)
    group by application_id
  ) as sums
  where direct > 0 or refunded > 0
) as f
where a.id = f.application_id;

import { useState } from "react";
import { useLocation } from "react-router";
import { LedgerList } from "~/cases/fees/ledger-list";
import { DeskInvoices } from "~/cases/invoices/desk/invoices-list";
import { ButtonLink } from "~/ui/button";
import type { FeesFormResult } from "./answer";
import type { DeskFees } from "./desk-fees.server";
import { ChargeForm, InvoiceField, PaymentForm, RefundableUntil } from "./entry-forms";
import { LedgerForm } from "./ledger-form";

type CaseFeesProps = {
  fees: DeskFees;
  answered?: FeesFormResult | undefined;
  /** What was done before the page was loaded. */
  notice?: string | undefined;
  /** On a page that has this title already. */
  isPage?: boolean;
};

/** The ledger of a case at the desk, and the forms that add to it. */
export function CaseFees({ fees, answered, notice = "", isPage = false }: CaseFeesProps) {
  const { attempts, invoicing } = fees;
  const [done, setDone] = useState(notice);
  const forms = { fees, answered, onDone: setDone };
  return (
    <section aria-labelledby={isPage ? "case-part" : "fees"}>
      {isPage ? null : (
        <h2 id="fees" className="scroll-mt-16 text-xl lg:scroll-mt-4">
          Fees
        </h2>
      )}
      <div className="mt-1">
        <LedgerList
          fees={fees}
          size="sm"
          details={(entry) => invoicing.details[entry.id] ?? []}
          actions={(entry) => <EntryActions {...forms} entry={entry} />}
        />
      </div>
      <p className="text-sm">
        {fees.standing}
        {invoicing.unassigned ? ` ${invoicing.unassigned} of the money is on no invoice.` : ""}
      </p>
      <p role="status" className="text-sm font-medium">
        {done}
      </p>
      {fees.isSample ? <p className="mt-1 text-xs text-stone">Sample person: no receipts or emails.</p> : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <LedgerForm {...forms} intent="payment" title="Record a payment" attempt={attempts.payment}>
          {(shown) => <PaymentForm {...shown} id="payment" today={fees.today} invoices={invoicing.options.payment} />}
        </LedgerForm>
        <LedgerForm {...forms} intent="charge" title="Add a charge" attempt={attempts.charge}>
          {(shown) => <ChargeForm {...shown} today={fees.today} />}
        </LedgerForm>
        <LedgerForm {...forms} intent="refund" title="Record a refund" attempt={attempts.refund}>
          {(shown) => <PaymentForm {...shown} id="refund" today={fees.today} invoices={invoicing.options.refund} />}
        </LedgerForm>
        <ButtonLink
          to={`/admin/applications/${fees.applicationId}/invoices/new`}
          variant="outline"
          size="sm"
          className="w-fit"
        >
          Make an invoice
        </ButtonLink>
      </div>
      <DeskInvoices applicationId={fees.applicationId} invoices={fees.invoices} />
    </section>
  );
}

type ActionsProps = CaseFeesProps & { entry: DeskFees["entries"][number]; onDone: (text: string) => void };

/** Reverses an entry, sets until when a charge is refundable, and assigns money to an invoice. */
function EntryActions({ fees, entry, answered, onDone }: ActionsProps) {
  const { search } = useLocation();
  if (!entry.mayReverse) return null;
  const parameters = new URLSearchParams(search);
  parameters.set("reverse", entry.id);
  return (
    <>
      {entry.kind === "charge" ? <Refundable fees={fees} entry={entry} answered={answered} onDone={onDone} /> : null}
      {entry.kind === "charge" ? null : <Assign fees={fees} entry={entry} answered={answered} onDone={onDone} />}
      <ButtonLink
        to={`/admin/applications/${fees.applicationId}/fees?${parameters}`}
        variant="outline"
        size="sm"
        className="my-1 min-h-7 px-2 py-0.5 text-xs"
      >
        Reverse<span className="sr-only"> {entry.name}</span>
      </ButtonLink>
    </>
  );
}

function Refundable({ fees, entry, answered, onDone }: ActionsProps) {
  const id = `until-${entry.id}`;
  return (
    <LedgerForm
      fees={fees}
      intent="refundable"
      entry={entry.id}
      title={
        <>
          Change the refund deadline<span className="sr-only"> of {entry.name}</span>
        </>
      }
      submit="Save"
      attempt={id}
      answered={answered}
      onDone={onDone}
      quiet
    >
      {({ values, problems }) => (
        <RefundableUntil
          id={id}
          today={fees.today}
          otherwise={entry.withoutDay}
          values={{ refundableUntil: entry.refundableUntil ?? "", ...values }}
          problems={problems}
        />
      )}
    </LedgerForm>
  );
}

/** Assigns what a payment or refund has on no invoice to one. */
function Assign({ fees, entry, answered, onDone }: ActionsProps) {
  const { assignable, options } = fees.invoicing;
  const amount = assignable[entry.id];
  const invoices = options[entry.kind === "refund" ? "refund" : "payment"];
  if (!amount || invoices.length === 0) return null;
  const id = `assign-${entry.id}`;
  return (
    <LedgerForm
      fees={fees}
      intent="assign"
      entry={entry.id}
      title={
        <>
          Assign to an invoice<span className="sr-only"> {amount}</span>
        </>
      }
      submit={`Assign ${amount}`}
      attempt={id}
      answered={answered}
      onDone={onDone}
      quiet
    >
      {(shown) => <InvoiceField {...shown} id={id} invoices={invoices} />}
    </LedgerForm>
  );
}

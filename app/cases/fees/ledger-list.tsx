import { Fragment, type ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import type { Fees, ShownEntry } from "./read-fees.server";

type LedgerListProps = {
  fees: Fees;
  size?: "md" | "sm";
  /** Further details of an entry, after its own. */
  details?: (entry: ShownEntry) => readonly string[];
  /** Actions below the details of an entry. */
  actions?: (entry: ShownEntry) => ReactNode;
};

/**
 * All entries of a ledger, oldest first, with their totals; amounts paid to an authority directly are listed apart and
 * not added.
 */
export function LedgerList(props: LedgerListProps) {
  const { fees, size = "md" } = props;
  const look = classNames("w-full border-collapse text-left tabular-nums", size === "sm" && "text-sm");
  return (
    <div className="@container">
      <table className={look}>
        <caption className="sr-only">Charges, payments and refunds</caption>
        <Rows {...props} entries={fees.entries.filter(({ isOurs }) => isOurs)} />
        <tfoot>
          <TotalRow label="Due to us" amount={fees.due} />
          <TotalRow label={fees.refunded ? `Paid, less ${fees.refunded} refunded` : "Paid"} amount={fees.paid} />
          <TotalRow label="Balance" amount={fees.balance} strong />
        </tfoot>
      </table>
      {fees.entries.every(({ isOurs }) => isOurs) ? null : (
        <table className={classNames(look, "mt-3 border-t border-dune")}>
          <caption className="pt-3 text-left font-semibold">Paid to an authority directly, not to us</caption>
          <Rows {...props} entries={fees.entries.filter(({ isOurs }) => !isOurs)} />
          {fees.direct ? (
            <tfoot>
              <TotalRow label="Not part of the balance with us" amount={fees.direct} />
            </tfoot>
          ) : null}
        </table>
      )}
    </div>
  );
}

function Rows({ fees, entries, details, actions }: LedgerListProps & { entries: readonly ShownEntry[] }) {
  return (
    <>
      <thead className="sr-only">
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="border-b border-dune align-top">
            <th scope="row" className="py-3 pr-4 font-normal">
              <Entry applicationId={fees.applicationId} entry={entry} more={details?.(entry) ?? []}>
                {actions?.(entry)}
              </Entry>
            </th>
            <td className="py-3 text-right whitespace-nowrap">
              <Amount entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </>
  );
}

type EntryProps = { applicationId: string; entry: ShownEntry; more: readonly string[]; children: ReactNode };

function Entry({ applicationId, entry, more, children }: EntryProps) {
  const { name, details, isReversed, reason, receiptNumber } = entry;
  return (
    <>
      <span className={classNames("block font-semibold [overflow-wrap:anywhere]", isReversed && "text-stone")}>
        <bdi>{name}</bdi>
        {isReversed ? <span className="font-normal"> · reversed</span> : null}
      </span>
      <div className="flex flex-wrap items-baseline gap-x-4 text-sm text-stone">
        <span className="[overflow-wrap:anywhere]">
          {[...details, ...more].map((part, index) => (
            <Fragment key={part}>
              {index === 0 ? null : " · "}
              <bdi className={part.length < 30 ? "@sm:whitespace-nowrap" : undefined}>{part}</bdi>
            </Fragment>
          ))}
        </span>
        {children}
      </div>
      {reason ? (
        <span dir="auto" className="block text-sm whitespace-pre-line text-stone [overflow-wrap:anywhere]">
          {reason}
        </span>
      ) : null}
      {receiptNumber ? (
        <a
          href={`/apply/${applicationId}/receipts/${receiptNumber}.pdf`}
          className="inline-flex min-h-6 items-center gap-1 text-sm font-medium text-sea-ink underline underline-offset-4"
        >
          Receipt <span className="font-mono">{receiptNumber}</span>
        </a>
      ) : null}
    </>
  );
}

function Amount({ entry }: { entry: ShownEntry }) {
  const { amount, isReversed, isOurs } = entry;
  if (isReversed) return <s className="text-stone">{amount}</s>;
  if (isOurs) return <span className="font-medium">{amount}</span>;
  return <span className="text-stone">{amount === "$0.00" ? "Not charged by us" : amount}</span>;
}

function TotalRow({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  const [number, ...words] = amount.split(" ");
  return (
    <tr className={strong ? "border-t-2 border-ink/70 font-semibold" : undefined}>
      <th scope="row" className={classNames("pr-4 text-left", strong ? "py-3" : "py-1.5 font-normal text-stone")}>
        {label}
      </th>
      {/* The text says whose balance it is; on a phone and in a narrow card it wraps below the amount. */}
      <td className={classNames("text-right @md:whitespace-nowrap", strong ? "py-3 align-baseline" : "py-1.5")}>
        <span className="whitespace-nowrap">{number}</span>
        {words.length > 0 ? (
          <>
            {" "}
            <span className={words.length < 4 ? "whitespace-nowrap" : undefined}>{words.join(" ")}</span>
          </>
        ) : null}
      </td>
    </tr>
  );
}

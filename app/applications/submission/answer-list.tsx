import type { ReactNode } from "react";
import type { ShownAnswer } from "~/applications/steps/engine/review";
import { type AnswerRow, runsOf } from "./answer-runs";
import { notAnswered } from "./not-answered";

type RowOptions = {
  /** Stands beside an answer, such as the way to change it. */
  action?: ((row: AnswerRow) => ReactNode) | undefined;
  /** The id of an answer's row, for a way that leads to it. */
  idOf?: ((row: AnswerRow) => string) | undefined;
};

/** Questions and answers of a step in their order; each entry of a list stands under its own heading (N-REVIEW-3). */
export function AnswerList({ answers, ...options }: RowOptions & { answers: readonly ShownAnswer[] }) {
  return (
    <div className="divide-y divide-dune/70">
      {runsOf(answers).map(({ key, entry, rows }) => (
        <div key={key}>
          {entry ? (
            <h4 className="pt-4 font-sans text-base font-semibold tracking-normal print:pt-1 print:text-[length:inherit]">
              {entry}
            </h4>
          ) : null}
          <Rows rows={rows} {...options} />
        </div>
      ))}
    </div>
  );
}

function Rows({ rows, action, idOf }: RowOptions & { rows: readonly AnswerRow[] }) {
  return (
    <dl className="divide-y divide-dune/70">
      {rows.map((row) => (
        <div
          key={row.input}
          id={idOf?.(row)}
          tabIndex={idOf ? -1 : undefined}
          className="-mx-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 rounded-xs px-2 py-2.5 target:bg-foam focus:bg-foam print:mx-0 print:px-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] sm:gap-x-6 print:break-inside-avoid print:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:gap-x-3 print:py-0.5"
        >
          <dt className="text-sm text-stone print:text-[length:inherit]">{row.label}</dt>
          <dd dir="auto" className="break-words whitespace-pre-line max-sm:col-start-1">
            {row.answer ?? <span className="text-stone">{notAnswered}</span>}
          </dd>
          {action ? <dd className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">{action(row)}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

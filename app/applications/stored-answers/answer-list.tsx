import type { ReactNode } from "react";
import type { ShownAnswer } from "~/applications/steps/review";
import { notAnswered } from "../../form-engine/not-answered";
import { type AnswerRow, runsOf } from "./answer-runs";

type RowOptions = {
  action?: ((row: AnswerRow) => ReactNode) | undefined;
  idOf?: ((row: AnswerRow) => string) | undefined;
};

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
        <div key={row.input} id={idOf?.(row)} tabIndex={idOf ? -1 : undefined} className="answer-row">
          <dt>{row.label}</dt>
          <dd dir="auto">{row.answer ?? <span className="text-stone">{notAnswered}</span>}</dd>
          {action ? <dd>{action(row)}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

import type { ReactNode } from "react";
import { Td, Th } from "~/ui/lists/table";

/** The rows' checkboxes are named `name` and belong to the form `form`. */
export type Choice = {
  form: string;
  name: string;
  rows: number;
  chosen: ReadonlySet<string>;
  onChoose: (id: string, chosen: boolean) => void;
  onAll: (all: boolean) => void;
};

/** The header's checkbox that selects all rows of the page. */
export function ChooseAll({ choice, label }: { choice: Choice; label: string }) {
  return (
    <Th className="w-11">
      <label className="grid size-7 place-items-center">
        <span className="sr-only">{label}</span>
        <input
          type="checkbox"
          checked={choice.rows > 0 && choice.chosen.size === choice.rows}
          autoComplete="off"
          onChange={(event) => choice.onAll(event.currentTarget.checked)}
          className="size-4 noscript:hidden"
        />
      </label>
    </Th>
  );
}

type ChooseCellProps = { id: string; label: string; choice: Choice; children?: ReactNode };

export function ChooseCell({ id, label, choice, children }: ChooseCellProps) {
  return (
    <Td at="choose">
      <label className="row-choose">
        <input
          type="checkbox"
          name={choice.name}
          value={id}
          form={choice.form}
          checked={choice.chosen.has(id)}
          autoComplete="off"
          onChange={(event) => choice.onChoose(id, event.currentTarget.checked)}
          aria-label={`Select ${label}`}
        />
      </label>
      {children}
    </Td>
  );
}

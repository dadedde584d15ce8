import { RadioGroup } from "~/ui/forms/radio-group";
import type { Conflict } from "../merge";
import { idOf } from "./field-inputs";

type ConflictsProps = { conflicts: readonly Conflict[]; labelOf: (name: string) => string; by?: string | null };

/** Shows both versions of fields that two admins changed, to choose between; nothing is written before. */
export const Conflicts = ({ conflicts, labelOf, by }: ConflictsProps) =>
  conflicts.map(({ name, mine, theirs }) => (
    <RadioGroup
      key={name}
      id={`choice-${idOf(name)}`}
      name={`choice.${name}`}
      legend={labelOf(name)}
      columns={2}
      options={[
        { value: "theirs", label: by ? `Keep ${by}’s version` : "Keep theirs", hint: <Version text={theirs} /> },
        { value: "mine", label: "Use mine", hint: <Version text={mine} /> },
      ]}
    />
  ));

const Version = ({ text }: { text: string }) => (
  <span className="block max-h-48 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">{text || "Empty"}</span>
);

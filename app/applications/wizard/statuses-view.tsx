import { useState } from "react";
import type { Answers, Problem, StatusesField } from "~/form-engine/definition";
import { statusesOf } from "~/form-engine/relevance";
import { CheckboxGroup } from "~/ui/forms/checkbox";
import { useScripted } from "~/ui/use-scripted";
import { fieldId } from "./field-view";

type StatusesViewProps = {
  field: StatusesField;
  /** The prefix of the inputs' names. */
  prefix: string;
  stored: Answers;
  problems: readonly Problem[];
  onChange: () => void;
};

/** With JavaScript the exclusive checkbox clears and disables the others (D19); unchecking it restores them. */
export function StatusesView({ field, prefix, stored, problems, onChange }: StatusesViewProps) {
  const [checkedByGroup, setCheckedByGroup] = useState(() => statusesOf(field, stored));
  const [cleared, setCleared] = useState<Readonly<Record<string, readonly string[]>>>({});
  const scripted = useScripted();

  function toggle(group: string, value: string, checked: boolean) {
    const otherValues = (checkedByGroup[group] ?? []).filter(
      (candidate) => candidate !== value && candidate !== field.alone,
    );
    const isAlone = value === field.alone;
    if (isAlone) setCleared({ ...cleared, [group]: checked ? otherValues : [] });
    const back = isAlone ? [...(cleared[group] ?? [])] : otherValues;
    const next = !checked ? back : isAlone ? [value] : [...otherValues, value];
    setCheckedByGroup({ ...checkedByGroup, [group]: next });
    // After React has rendered the checkboxes.
    requestAnimationFrame(onChange);
  }

  return (
    <div id={fieldId(prefix + field.name)} className="grid gap-4">
      {field.groups.map((group) => {
        const name = `${field.name}.${group.name}`;
        const values = checkedByGroup[group.name] ?? [];
        const alone = scripted && values.includes(field.alone);
        return (
          <div key={group.name} className="rounded-xl border border-dune bg-white px-4 py-3.5 sm:px-5">
            <CheckboxGroup
              id={fieldId(prefix + name)}
              name={prefix + name}
              legend={group.label}
              columns={2}
              options={field.options.map((option) => ({ ...option, disabled: alone && option.value !== field.alone }))}
              value={values}
              error={problems.find((problem) => problem.name === name)?.message}
              onToggle={(value, checked) => toggle(group.name, value, checked)}
            />
          </div>
        );
      })}
    </div>
  );
}

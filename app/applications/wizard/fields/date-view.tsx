import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { calendarLongDate } from "~/core/time";
import type { Answers, DateField } from "~/form-engine/definition";
import {
  type DatePart,
  dateIn,
  dateParts,
  datePartsIn,
  datePartsOf,
  formatDate,
  lacksDay,
  noDay,
} from "~/form-engine/typed/dates";
import { daysIn } from "~/form-engine/typed/pasted-dates";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Checkbox } from "~/ui/forms/checkbox";
import { ChoiceLegend } from "~/ui/forms/choice-legend";
import { describedBy, wrongRule } from "~/ui/forms/field";
import { Reading } from "./reading";

type DateViewProps = {
  field: DateField;
  /** The prefix of the inputs' names, and the id of the first. */
  name: string;
  id: string;
  label: ReactNode;
  hint: ReactNode;
  /** The initial values, and the current ones. */
  stored: Answers;
  answers: Answers;
  error: string | undefined;
  required: boolean;
  mark: "optional" | undefined;
};

/** The first input has the field's id, so that a link to the field leads to it. */
const inputId = (id: string, part: DatePart) => (part === "day" ? id : `${id}-${part}`);

const partLayouts = {
  day: { label: "Day", inputMode: "numeric", width: "w-17" },
  month: { label: "Month", inputMode: "text", width: "min-w-20 max-w-38 flex-1" },
  year: { label: "Year", inputMode: "numeric", width: "w-22" },
} as const;

/** Never changes typed text; its meaning is shown below. The focus never moves by itself. */
export function DateView({ field, name, id, label, hint, stored, answers, error, required, mark }: DateViewProps) {
  const shown = datePartsIn(field.name, stored);
  const date = dateIn(datePartsIn(field.name, answers), field.noDay !== undefined && lacksDay(field.name, answers));
  const pasting = usePasting(name);
  const described = [describedBy(id, hint, error), field.note ? `${id}-note` : ""].filter(Boolean).join(" ");
  return (
    <div className={classNames("min-w-0", error ? wrongRule : "")}>
      <fieldset
        ref={pasting.group}
        aria-describedby={described || undefined}
        onPaste={pasting.paste}
        onInput={pasting.forget}
        className="group/date min-w-0"
      >
        <ChoiceLegend id={id} legend={label} hint={hint} error={error} mark={mark} />
        <div className="mt-1 flex flex-wrap gap-x-2.5 gap-y-2">
          {dateParts.map((part) => (
            // A hidden day is ignored, but keeps its value for when it is shown again.
            <div
              key={part}
              className={classNames(partLayouts[part].width, part === "day" && "group-has-checked/date:hidden")}
            >
              <label htmlFor={inputId(id, part)} className="block text-sm text-stone">
                {partLayouts[part].label}
              </label>
              <input
                type="text"
                id={inputId(id, part)}
                name={`${name}.${part}`}
                defaultValue={shown[part]}
                inputMode={partLayouts[part].inputMode}
                autoComplete={field.autoComplete?.endsWith("bday") ? `${field.autoComplete}-${part}` : "off"}
                spellCheck={false}
                aria-required={required || undefined}
                aria-invalid={error ? true : undefined}
                className="control mt-0.5 px-3! tabular-nums"
              />
            </div>
          ))}
        </div>
        {field.noDay ? (
          <Checkbox
            id={`${id}-${noDay}`}
            name={`${name}.${noDay}`}
            value="yes"
            label={field.noDay.label}
            hint={<span className="not-group-has-checked/date:hidden">{field.noDay.hint}</span>}
            defaultChecked={lacksDay(field.name, stored)}
          />
        ) : null}
        <Reading id={id} spoken>
          {date ? formatDate(date) : null}
        </Reading>
        <WhichDay days={pasting.days} onChoose={pasting.fill} />
      </fieldset>
    </div>
  );
}

/** A pasted date fills all inputs; of an ambiguous one (day or month first) `days` are the readings. */
function usePasting(name: string) {
  const group = useRef<HTMLFieldSetElement>(null);
  const pasteTarget = useRef<HTMLElement>(null);
  const [days, setDays] = useState<readonly string[]>([]);

  function fill(day: string) {
    const filled = datePartsOf(day);
    for (const part of dateParts) {
      const input = group.current?.querySelector<HTMLInputElement>(`[name="${name}.${part}"]`);
      if (input) input.value = filled[part];
    }
    const checkbox = group.current?.querySelector<HTMLInputElement>(`[name="${name}.${noDay}"]`);
    if (checkbox) checkbox.checked = false;
    setDays([]);
    pasteTarget.current?.focus();
    // The form reads all its inputs at any of their events.
    pasteTarget.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function paste(event: ClipboardEvent<HTMLFieldSetElement>) {
    const meant = daysIn(event.clipboardData.getData("text"));
    const [only] = meant;
    if (!only || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    pasteTarget.current = event.target;
    if (meant.length === 1) fill(only);
    else setDays(meant);
  }

  return { group, days, fill, paste, forget: () => setDays([]) };
}

function WhichDay({ days, onChoose }: { days: readonly string[]; onChoose: (day: string) => void }) {
  const question = useId();
  return (
    <div role="status">
      {days.length > 0 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in the date's own would be a question of its own.
        <div role="group" aria-labelledby={question} className="mt-8 rounded-md bg-foam px-4 py-3.5">
          <p id={question} className="font-semibold">
            Which day is it?
          </p>
          <div className="mt-2.5 flex flex-wrap gap-2.5">
            {days.map((day) => (
              <Button key={day} type="button" variant="outline" onClick={() => onChoose(day)}>
                {calendarLongDate(day)}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}

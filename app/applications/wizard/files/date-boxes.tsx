import { type FocusEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Done } from "~/core/verbs/refused";
import { dateLabels } from "~/documents/dates/date-rule";
import { sendFile } from "~/documents/send-file";
import type { Answers, DateField } from "~/form-engine/definition";
import { type DateParts, dateParts, datePartsIn, dayIn, isSameDateParts } from "~/form-engine/typed/dates";
import { withRawInput } from "~/form-engine/typed/raw-input";
import type { FileDate } from "../../required-files/file-dates.server";
import type { FileProblem } from "../../required-files/write-file-date.server";
import { DateView } from "../fields/date-view";
import type { IntentResult } from "./document-intent";

const notSaved = "Not saved yet. What you typed is still here. Please try again.";

export type DateBoxesProps = {
  file: { id: string; name: string };
  date: FileDate;
  /** Where the script saves it. */
  url: string;
  /** The prefix of the inputs’ names. */
  name: string;
  /** What was typed without script and refused. */
  refused: FileProblem | undefined;
};

/** Saves the date as its boxes are left. */
export function DateBoxes({ file, date, url, name, refused }: DateBoxesProps) {
  const { revalidate } = useRevalidator();
  const label = dateLabels[date.kind];
  const field: DateField = { kind: "date", name: "date", label };
  const [stored] = useState(() => storedAnswers(date, refused));
  const [answers, setAnswers] = useState(stored);
  const [problem, setProblem] = useState<string>();
  const [read, setRead] = useState<FileProblem>();
  const box = useRef<HTMLDivElement>(null);
  const saved = useRef(datePartsIn(field.name, { date: date.day }));
  const queue = useRef(Promise.resolve());

  // Another tab has saved another date: boxes in which nothing was typed show it.
  useEffect(() => {
    if ((dayIn(saved.current) ?? null) === date.day) return;
    const isUntouched = isSameDateParts(typedIn(box.current, name), saved.current);
    saved.current = datePartsIn("date", { date: date.day });
    if (!isUntouched) return;
    for (const part of dateParts) {
      const input = inputOf(box.current, name, part);
      if (input) input.value = saved.current[part];
    }
    setAnswers({ date: date.day });
  }, [date.day, name]);

  async function save() {
    const parts = typedIn(box.current, name);
    setRead(refused);
    if (isSameDateParts(parts, saved.current)) return setProblem(undefined);
    const body = new FormData();
    for (const [key, value] of Object.entries({ intent: "date", document: file.id, kind: date.kind }))
      body.set(key, value);
    for (const part of dateParts) body.set(`date.${part}`, parts[part]);
    const sent = await sendFile<IntentResult>(url, body);
    const answer: Done | { ok: false; message: string } = sent?.answer ?? { ok: false, message: notSaved };
    if (answer.ok) {
      saved.current = parts;
      setProblem(undefined);
      await revalidate();
    } else setProblem(answer.message || notSaved);
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    queue.current = queue.current.then(save);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its boxes are left or typed in, not the element.
    <div ref={box} onBlur={leave} onInput={() => setAnswers(withRawInput({}, rawInputOf(typedIn(box.current, name))))}>
      <DateView
        field={field}
        name={name}
        id={`${name}-${file.id}`}
        label={
          <>
            {label}
            <span className="sr-only"> of {file.name}</span>
          </>
        }
        hint={undefined}
        stored={stored}
        answers={answers}
        error={problem ?? (refused === read ? undefined : refused?.message)}
        required={false}
        mark={undefined}
      />
      <div className="h-5.5" />
    </div>
  );
}

const rawInputOf = (parts: DateParts) => Object.fromEntries(dateParts.map((part) => [`date.${part}`, parts[part]]));

const storedAnswers = (date: FileDate, refused: FileProblem | undefined): Answers =>
  refused?.parts ? withRawInput({}, rawInputOf(refused.parts)) : { date: date.day };

const inputOf = (box: HTMLElement | null, name: string, part: string) =>
  box?.querySelector<HTMLInputElement>(`[name="${name}.${part}"]`);

function typedIn(box: HTMLElement | null, name: string): DateParts {
  const text = (part: string) => inputOf(box, name, part)?.value.trim() ?? "";
  return { day: text("day"), month: text("month"), year: text("year") };
}

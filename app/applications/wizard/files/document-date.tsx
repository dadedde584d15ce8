import { useEffect, useRef, useState } from "react";
import { ConditionLine } from "~/documents/dates/condition-line";
import { sentenceOf } from "~/documents/dates/date-rule";
import { Button } from "~/ui/button";
import type { FileDate } from "../../required-files/file-dates.server";
import type { DateBoxesProps } from "./date-boxes";
import { dateBoxesPart } from "./date-boxes-part";

export type DatedFile = { id: string; name: string; date: FileDate | null };

type DocumentDateProps = Omit<DateBoxesProps, "file" | "date"> & {
  file: DatedFile;
  /** What the button sends that saves it without script. */
  intent: string;
};

/** The date of a file in three boxes, saved as they are left, and what follows from it. */
export function DocumentDate({ file, url, name, refused, intent }: DocumentDateProps) {
  const { date } = file;
  if (!date) return null;
  if (!date.isAsked)
    return date.condition.state === "without-date" ? null : <ConditionLine condition={date.condition} />;
  const boxes = dateBoxesPart.now();
  return (
    <>
      {boxes ? <boxes.DateBoxes file={file} date={date} url={url} name={name} refused={refused} /> : null}
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="outline"
        size="sm"
        className="hidden justify-self-start noscript:inline-flex"
      >
        Save the date<span className="sr-only"> of {file.name}</span>
      </Button>
      <ConditionLine condition={date.condition} />
    </>
  );
}

/** What a live region says once: the sentence of a file that was added, or whose sentence changed. */
export function useSpokenDates(files: readonly DatedFile[]): string {
  const sentences = new Map(
    files.flatMap(({ id, name, date }) => (date ? [[id, `${name}: ${sentenceOf(date.condition)}`] as const] : [])),
  );
  const known = useRef(sentences);
  const [spoken, setSpoken] = useState("");
  const text = JSON.stringify([...sentences]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` has all of `sentences`.
  useEffect(() => {
    const changed = [...sentences].filter(([id, sentence]) => known.current.get(id) !== sentence);
    known.current = sentences;
    if (changed.length > 0) setSpoken(changed.map(([, sentence]) => sentence).join(" "));
  }, [text]);
  return spoken;
}

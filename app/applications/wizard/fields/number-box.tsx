import type { Answers, NumberField } from "~/form-engine/definition";
import { numberInWords, numberOf } from "~/form-engine/typed/numbers";
import { rawInputOf } from "~/form-engine/typed/raw-input";
import { Input, type InputProps } from "~/ui/forms/input";
import { Reading, readingId } from "./reading";

type NumberBoxProps = {
  field: NumberField;
  id: string;
  /** What is typed now. */
  answers: Answers;
  input: InputProps;
};

/** A number to type as people write it, with what it means below (N-NUM-1, N-NUM-2). */
export function NumberBox({ field, id, answers, input }: NumberBoxProps) {
  const number = numberOf(field, answers[field.name] ?? rawInputOf(field.name, answers)[field.name]);
  const described = [input["aria-describedby"], readingId(id)].filter(Boolean).join(" ");
  return (
    <>
      <Input {...input} aria-describedby={described} inputMode="decimal" after={field.unit} />
      <Reading id={id}>{number === undefined ? null : numberInWords(number, field.unit)}</Reading>
    </>
  );
}

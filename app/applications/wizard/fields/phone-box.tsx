import { suggestPhone } from "~/core/phones/suggest-phone";
import type { Answers, Field } from "~/form-engine/definition";
import { textOf } from "~/form-engine/definition";
import { rawInputOf } from "~/form-engine/typed/raw-input";
import { Input, type InputProps } from "~/ui/forms/input";
import { UsePhone } from "~/ui/forms/use-phone";
import { Reading, readingId } from "./reading";

type PhoneBoxProps = {
  field: Field;
  id: string;
  /** What is typed now. */
  answers: Answers;
  /** The codes of the countries that it may be of. */
  countries: readonly string[];
  /** What was typed is over its limit, which is said below in the place of the reading. */
  isOver: boolean;
  input: InputProps;
};

/**
 * A phone; below it what is stored where that differs, and the number with a country's code where it has none (N-NUM-5,
 * N-NUM-6). The button fills it in; without script it is sent as `phone:{name}:{number}`.
 */
export function PhoneInput({ field, id, answers, countries, isOver, input }: PhoneBoxProps) {
  const stored = textOf(answers[field.name]);
  const isRead = !isOver && rawInputOf(field.name, answers)[field.name] !== undefined;
  const offered = suggestPhone(stored, countries);
  const described = [input["aria-describedby"], readingId(id)].filter(Boolean).join(" ");
  return (
    <>
      <Input {...input} type="tel" aria-describedby={described} />
      {offered ? (
        <>
          {isRead ? <Reading id={id}>{stored}</Reading> : null}
          <UsePhone box={id} name={input.name ?? field.name} phone={offered} className={isRead ? "mt-8" : "mt-2"} />
        </>
      ) : (
        <Reading id={id}>{isRead ? stored : null}</Reading>
      )}
    </>
  );
}

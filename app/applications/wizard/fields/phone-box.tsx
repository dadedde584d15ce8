import { suggestPhone } from "~/core/phones/suggest-phone";
import type { Answers, Field } from "~/form-engine/definition";
import { textOf } from "~/form-engine/definition";
import { rawInputOf } from "~/form-engine/typed/raw-input";
import { Input, type InputProps } from "~/ui/forms/input";
import { UsePhone } from "~/ui/forms/use-phone";
import { Reading, readingId } from "./reading";

type PhoneInputProps = {
  field: Field;
  id: string;
  answers: Answers;
  /** The countries whose calling codes are suggested. */
  countries: readonly string[];
  /** Too long, which is then said in place of the reading. */
  isTooLong: boolean;
  input: InputProps;
};

/**
 * Shows the normalized number if it differs, or one with a country's code if it has none. Without JavaScript that is
 * sent as `phone:{name}:{number}`.
 */
export function PhoneInput({ field, id, answers, countries, isTooLong, input }: PhoneInputProps) {
  const stored = textOf(answers[field.name]);
  const isRead = !isTooLong && rawInputOf(field.name, answers)[field.name] !== undefined;
  const suggested = suggestPhone(stored, countries);
  const described = [input["aria-describedby"], readingId(id)].filter(Boolean).join(" ");
  return (
    <>
      <Input {...input} type="tel" aria-describedby={described} />
      {suggested ? (
        <>
          {isRead ? <Reading id={id}>{stored}</Reading> : null}
          <UsePhone
            inputId={id}
            name={input.name ?? field.name}
            phone={suggested}
            className={isRead ? "mt-8" : "mt-2"}
          />
        </>
      ) : (
        <Reading id={id}>{isRead ? stored : null}</Reading>
      )}
    </>
  );
}

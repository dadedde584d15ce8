import { useRef } from "react";
import type { Answers, Field } from "~/applications/steps/engine/definition";
import { textOf } from "~/applications/steps/engine/definition";
import { offeredPhone } from "~/applications/steps/typed/offered-phone";
import { typedOf } from "~/applications/steps/typed/typed-part";
import { Button } from "~/ui/button";
import { Input, type InputProps } from "~/ui/forms/input";
import { Reading, readingId } from "./reading";

type PhoneBoxProps = {
  field: Field;
  id: string;
  /** What is typed now. */
  answers: Answers;
  /** The code of the country that the applicant lives in. */
  country: string;
  /** What was typed is over its limit, which is said below in the place of the reading. */
  isOver: boolean;
  input: InputProps;
};

/**
 * A phone; below it what is stored where that differs, and the number with the code of the address's country where it
 * has none (N-NUM-5, N-NUM-6). The button fills it in; without script it is sent as `phone:{name}:{number}`.
 */
export function PhoneBox({ field, id, answers, country, isOver, input }: PhoneBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const stored = textOf(answers[field.name]);
  const isRead = !isOver && typedOf(field.name, answers)[field.name] !== undefined;
  const offered = offeredPhone(stored, country);
  function use(number: string) {
    if (!box.current) return;
    box.current.value = number;
    box.current.focus();
    box.current.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const described = [input["aria-describedby"], readingId(id)].filter(Boolean).join(" ");
  return (
    <>
      <Input {...input} ref={box} type="tel" aria-describedby={described} />
      {offered ? (
        <>
          {isRead ? <Reading id={id}>{stored}</Reading> : null}
          <Button
            type="submit"
            name="intent"
            value={`phone:${input.name ?? field.name}:${offered}`}
            formNoValidate
            variant="outline"
            className={isRead ? "mt-8" : "mt-2"}
            onClick={(event) => {
              event.preventDefault();
              use(offered);
            }}
          >
            Use {offered}
          </Button>
        </>
      ) : (
        <Reading id={id}>{isRead ? stored : null}</Reading>
      )}
    </>
  );
}

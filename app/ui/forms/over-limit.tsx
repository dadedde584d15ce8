import { type FormEvent, type ReactNode, useId, useState } from "react";
import { formatCharacterCount, isLongerThan } from "~/core/character-count";

type Counted = {
  id?: string | undefined;
  value?: unknown;
  defaultValue?: unknown;
  "aria-describedby"?: string | undefined;
  onInput?: ((event: never) => void) | undefined;
};

/**
 * The props of a control that counts its text instead of cutting pasted text, and the message under it once the text is
 * longer than `limit`. The server refuses it then and returns the input.
 */
export function useCounted<Props extends Counted>(props: Props, limit: number | undefined): [Props, ReactNode] {
  const own = useId();
  const started = limit !== undefined && isLongerThan(String(props.defaultValue ?? ""), limit);
  // Doesn't render again while the text fits.
  const [over, setOver] = useState(started ? String(props.defaultValue) : "");
  if (limit === undefined) return [props, null];
  const id = props.id ?? own;
  const text = props.value === undefined ? over : String(props.value);
  const described = isLongerThan(text, limit) ? `${props["aria-describedby"] ?? ""} ${id}-count`.trim() : undefined;
  const counted = {
    ...props,
    id,
    "aria-describedby": described ?? props["aria-describedby"],
    onInput: (event: FormEvent<HTMLInputElement & HTMLTextAreaElement>) => {
      (props.onInput as ((event: unknown) => void) | undefined)?.(event);
      const { value } = event.currentTarget;
      setOver(isLongerThan(value, limit) ? value : "");
    },
  };
  return [counted, <OverLimit key="count" id={id} text={text} limit={limit} />];
}

type OverLimitProps = {
  /** The input's id; `{id}-count` describes it while the text is too long. */
  id: string;
  text: string;
  /** Characters. */
  limit: number;
};

/** The length of a text that exceeds its limit. Announced when the limit is passed, not at every character after it. */
export function OverLimit({ id, text, limit }: OverLimitProps) {
  const countText = isLongerThan(text, limit)
    ? `${formatCharacterCount(text)} of ${limit.toLocaleString("en-US")} characters`
    : "";
  const isOver = countText !== "";
  const [wasOver, setWasOver] = useState(isOver);
  const [message, setMessage] = useState("");
  if (isOver !== wasOver) {
    setWasOver(isOver);
    setMessage(countText);
  }
  return (
    <>
      {countText ? (
        <p id={`${id}-count`} className="mt-1.5 text-sm font-semibold text-error tabular-nums">
          {countText}
        </p>
      ) : null}
      <span aria-live="polite" className="sr-only">
        {message}
      </span>
    </>
  );
}

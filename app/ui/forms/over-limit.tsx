import { useState } from "react";
import { countInWords, isLongerThan } from "~/ground/character-count";

type OverLimitProps = {
  /** The id of the input, which `{id}-count` describes while the text is too long. */
  id: string;
  text: string;
  /** Characters. */
  limit: number;
};

/**
 * How long a text is, once it is longer than its limit (N-TEXT-1): it stands under the input, and is read out when the
 * limit is passed, not at every character after it.
 */
export function OverLimit({ id, text, limit }: OverLimitProps) {
  const words = isLongerThan(text, limit) ? `${countInWords(text)} of ${limit} characters` : "";
  const isOver = words !== "";
  const [wasOver, setWasOver] = useState(isOver);
  const [said, setSaid] = useState("");
  if (isOver !== wasOver) {
    setWasOver(isOver);
    setSaid(words);
  }
  return (
    <>
      {words ? (
        <p id={`${id}-count`} className="mt-1.5 text-sm font-semibold text-error tabular-nums">
          {words}
        </p>
      ) : null}
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </>
  );
}

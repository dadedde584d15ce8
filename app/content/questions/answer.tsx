import { CheckedOn } from "~/content/facts/checked-on";
import type { Faq } from "~/content/questions/questions.server";
import { unbroken } from "~/ui/unbroken";

/** The answer to a question, and when staff checked the rules that it mentions. */
export function Answer({ faq }: { faq: Faq }) {
  return (
    <>
      <p className="whitespace-pre-line">{unbroken(faq.answer)}</p>
      <CheckedOn note={faq.note} />
    </>
  );
}

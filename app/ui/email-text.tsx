import { Fragment } from "react";
import { shownEmail } from "~/core/email/shown-email";

/**
 * An address that breaks, where it must, behind its @ and before its dots rather than in the middle of a word. Where
 * there is none, as of an application whose address was refused by its owner, it says so.
 */
export function EmailText({ email, className = "" }: { email: string; className?: string | undefined }) {
  if (email === "") return <span className={`text-stone ${className}`}>No address</span>;
  return (
    <span className={`wrap-anywhere ${className}`}>
      {shownEmail(email)
        .split(/(?<=@)|(?=\.)/)
        .map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never change places.
          <Fragment key={place}>
            {place > 0 ? <wbr /> : null}
            {part}
          </Fragment>
        ))}
    </span>
  );
}

import { Fragment } from "react";
import { shownEmail } from "~/core/email/shown-email";

/**
 * An email that breaks after its @ and before its dots rather than within a word. Says so if there is none, as for an
 * application whose email was rejected by its owner.
 */
export function EmailText({ email, className = "" }: { email: string; className?: string | undefined }) {
  if (email === "") return <span className={`text-stone ${className}`}>No address</span>;
  return (
    <span className={`wrap-anywhere ${className}`}>
      {shownEmail(email)
        .split(/(?<=@)|(?=\.)/)
        .map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never change places.
          <Fragment key={index}>
            {index > 0 ? <wbr /> : null}
            {part}
          </Fragment>
        ))}
    </span>
  );
}

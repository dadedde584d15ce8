import { Fold } from "~/ui/fold";
import type { ReceivedParts } from "./received-parts.server";

/** Above the text of an email: who sent it, if somebody else did, and a subject of its own. */
export function ReceivedFrom({ mail: { from, subject } }: { mail: ReceivedParts }) {
  return (
    <>
      {from ? (
        <p className="mt-1.5 text-sm font-medium wrap-anywhere">
          From another address: <bdi>{from}</bdi>
        </p>
      ) : null}
      {subject ? (
        <p className="mt-1.5 text-sm text-stone wrap-anywhere">
          Subject: <bdi className="text-ink">{subject}</bdi>
        </p>
      ) : null}
    </>
  );
}

/** Below the text and files of an email: what was not taken or left out, and what it quotes, folded. */
export function ReceivedRest({ mail: { quoted, refusedFiles, leftOut } }: { mail: ReceivedParts }) {
  return (
    <>
      {refusedFiles.length > 0 ? (
        <ul aria-label="Files that were not taken" className="mt-2.5 grid gap-1 text-sm">
          {refusedFiles.map(({ name, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an email may have two files of one name.
            <li key={index} className="text-error wrap-anywhere">
              Not taken: <bdi className="font-medium">{name}</bdi> ({reason})
            </li>
          ))}
        </ul>
      ) : null}
      {leftOut > 0 ? (
        <p className="mt-2 text-sm text-stone">
          {leftOut === 1
            ? "1 small part of the email was left out."
            : `${leftOut.toLocaleString("en-US")} small parts of the email were left out.`}
        </p>
      ) : null}
      {quoted ? (
        <Fold title="Show quoted text" className="mt-2">
          <div className="pb-2">
            <p dir="auto" className="border-l-2 border-line pl-3 text-sm wrap-anywhere whitespace-pre-wrap text-stone">
              {quoted}
            </p>
          </div>
        </Fold>
      ) : null}
    </>
  );
}

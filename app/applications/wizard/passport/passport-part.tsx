import { useState } from "react";
import { useLocation } from "react-router";
import { Banner } from "~/ui/notices/banner";
import type { WizardData } from "../data.server";
import { PassportBox } from "./passport-box";
import { useReadingPoll } from "./use-reading-poll";

type PassportPartProps = { data: WizardData; form: string; onGo: (intent: string) => void };

/** On top of steps 1 and 2: the box about the passport's page, and that its values were used. */
export function PassportPart({ data, form, onGo }: PassportPartProps) {
  const { suggestion, waiting } = data.passport;
  const [opened] = useState(suggestion?.document);
  useReadingPoll(data.id, waiting);
  const filled = new URLSearchParams(useLocation().search).get("filled");
  return (
    <>
      <p role="status" className="sr-only">
        {suggestion && suggestion.document !== opened
          ? "We read your passport. You can use what we read on top of this page."
          : ""}
      </p>
      {filled === null ? null : (
        <Banner id="passport-filled" tabIndex={-1} tone="success" className="mt-7" title={filledTitle(Number(filled))}>
          {Number(filled) > 0 ? "Please compare the answers with your passport before you go on." : null}
        </Banner>
      )}
      {suggestion ? (
        <PassportBox
          key={suggestion.document}
          suggestion={suggestion}
          form={form}
          use={`use-reading:${suggestion.document}`}
          decline={`decline-reading:${suggestion.document}`}
          onGo={onGo}
          className="mt-7"
        />
      ) : null}
    </>
  );
}

export function filledTitle(filled: number): string {
  if (!(filled > 0)) return "Nothing was filled in";
  return filled === 1
    ? "We’ve filled in 1 answer from your passport"
    : `We’ve filled in ${filled} answers from your passport`;
}

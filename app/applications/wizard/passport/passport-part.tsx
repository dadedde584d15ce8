import type { WizardData } from "../data.server";
import { PassportBox } from "./passport-box";
import { PassportFilled, SuggestionStatus } from "./passport-status";
import { useReadingPoll } from "./use-reading-poll";

type PassportPartProps = { data: WizardData; form: string; onGo: (intent: string) => void };

/** On top of steps 1 and 2: the box about the passport's page, and that its values were used. */
export function PassportPart({ data, form, onGo }: PassportPartProps) {
  const { suggestion, waiting } = data.passport;
  useReadingPoll(data.id, waiting);
  return (
    <>
      <PassportFilled className="mt-7" />
      <SuggestionStatus suggestion={suggestion} />
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

import type { IntentResult, IntentWork } from "./document-intent";
import { keepHint } from "./keep-hint.server";
import { orderPages } from "./order-pages.server";
import { declineReading, fillFromReading } from "./reading-intents.server";
import { saveDocumentDate } from "./save-document-date.server";

type Intent = (work: IntentWork) => Promise<IntentResult>;

/** What the forms of the documents page do, besides uploading and removing a file, with and without script. */
const intents: Readonly<Record<string, Intent>> = {
  date: saveDocumentDate,
  "use-reading": fillFromReading,
  "decline-reading": declineReading,
  "keep-hint": keepHint,
  order: orderPages,
};

export const intentIn = (form: FormData): Intent | undefined => {
  const intent = String(form.get("intent") ?? "");
  return Object.hasOwn(intents, intent) ? intents[intent] : undefined;
};

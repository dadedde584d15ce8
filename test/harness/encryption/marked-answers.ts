import { criminalHistory } from "../../../app/applications/steps/criminal-history";
import { passportInfo } from "../../../app/applications/steps/passport-info";
import { securityQuestionnaire } from "../../../app/applications/steps/security-questionnaire";
import { fieldsOf } from "../../../app/form-engine/definition";
import type { Fields } from "../http-client";

/** A text that occurs nowhere else. */
const newMarker = (name: string) => `Mark-${name}-${crypto.randomUUID().slice(0, 8)}`;

/**
 * Unique answers to every sensitive question, by step code, as form fields. The names are listed by hand, so that a
 * field that loses its `encrypted` is found (V-ENC-1, V-ENC-2).
 */
export function markedAnswers(): { answers: Record<string, Fields>; marks: string[] } {
  const markers: string[] = [];
  const addMarker = (name: string, asStored = (made: string) => made) => {
    const made = asStored(newMarker(name).slice(0, 30));
    markers.push(made);
    return made;
  };
  /** Letters of official records are stored in upper case. */
  const addRecordMarker = (name: string) => addMarker(name, (made) => made.toUpperCase());
  const yes = (step: typeof passportInfo | typeof securityQuestionnaire | typeof criminalHistory) =>
    fieldsOf(step).flatMap((field) => (field.kind === "yesno" ? [[field.name, "yes"] as const] : []));
  const texts = (step: typeof securityQuestionnaire | typeof criminalHistory) =>
    fieldsOf(step).flatMap((field) =>
      field.kind === "text" || field.kind === "textarea" ? [[field.name, addMarker(field.name)] as const] : [],
    );
  const answers = {
    passport_info: {
      ...Object.fromEntries(yes(passportInfo)),
      bookNumberNotApplicable: "",
      passportNumber: addRecordMarker("number"),
      passportBookNumber: addRecordMarker("book"),
      lostStolenDetails: addMarker("lost"),
      "otherNationalities[0].country": "HT",
      "otherNationalities[0].passportNumber": addRecordMarker("other"),
      permanentResidentCountry: "CA",
    },
    security_questionnaire: Object.fromEntries([...yes(securityQuestionnaire), ...texts(securityQuestionnaire)]),
    criminal_history: Object.fromEntries([...yes(criminalHistory), ...texts(criminalHistory)]),
  };
  return { answers, marks: markers };
}

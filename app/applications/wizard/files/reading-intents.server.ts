import { chosenValueInput } from "~/applications/passport/suggestion";
import { declinePassport, fillFromPassport } from "../passport/fill-from-passport.server";
import type { IntentWork } from "./document-intent";

/** `Use these answers` of the box on the documents page. */
export const fillFromReading = ({ context, applicationId, form }: IntentWork) =>
  fillFromPassport(context, applicationId, {
    document: form.get("document"),
    values: form.getAll(chosenValueInput).filter((value) => typeof value === "string"),
  });

/** `No, thanks`. */
export const declineReading = ({ context, applicationId, form }: IntentWork) =>
  declinePassport(context, applicationId, form.get("document"));

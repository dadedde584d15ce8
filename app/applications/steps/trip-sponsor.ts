import type { Earlier } from "../../form-engine/definition";
import { tripDetails } from "./trip-details";

/**
 * Who sponsors the trip, of which step 4 tells only whether it is the applicant: who else pays was written in words,
 * which are shown and not judged.
 */
export const sponsorInTrip: Earlier<"self" | undefined> = {
  step: tripDetails,
  answer: (stored) => (tripDetails.read(stored).whoIsPaying === "self" ? "self" : undefined),
  says(stored) {
    const { whoIsPaying, payerName, payerRelationship } = tripDetails.read(stored);
    if (whoIsPaying === "self") return "You are paying";
    return payerName && `${payerName}${payerRelationship ? ` (${payerRelationship})` : ""} is paying`;
  },
};

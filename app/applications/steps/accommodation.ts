import { defineStep, earlier } from "../../form-engine/define-step";
import { longestAddress, oneLine } from "./one-line";
import { tripDetails } from "./trip-details";

/** A town alone is no address. */
const stayIn = (trip: ReturnType<typeof tripDetails.read>) =>
  trip.destinationAddress &&
  oneLine(trip.destinationAddress, trip.destinationCity, trip.destinationState, trip.destinationPostalCode);

export const accommodation = defineStep({
  code: "accommodation",
  number: 12,
  component: "Accommodation",
  title: "Accommodation",
  description:
    "Where you’ll be staying. We’ve filled in the dates of your trip; change them if they’re different here.",
  sections: [
    {
      title: "Where you stay",
      fields: [
        { kind: "yesno", name: "stayingInHotel", label: "Are you staying in a hotel?" },
        {
          kind: "text",
          name: "accommodationName",
          label: "Accommodation name",
          hint: "The hotel or rental, or the person you stay with.",
          required: true,
          autoComplete: "section-accommodation name",
        },
        {
          kind: "text",
          name: "accommodationAddress",
          label: "Accommodation address",
          hint: "Street, settlement and island.",
          maxLength: longestAddress,
          from: { step: tripDetails, answer: (stored) => stayIn(tripDetails.read(stored)) },
          required: true,
          autoComplete: "section-accommodation address-line1",
        },
        {
          kind: "phone",
          name: "accommodationPhone",
          label: "Accommodation phone",
          width: "half",
          autoComplete: "section-accommodation tel",
        },
        {
          kind: "email",
          name: "accommodationEmail",
          label: "Accommodation email",
          width: "half",
          autoComplete: "section-accommodation email",
        },
      ],
    },
    {
      title: "When",
      fields: [
        {
          kind: "date",
          name: "arrivalDate",
          label: "Arrival date",
          from: earlier(tripDetails, "intendedArrivalDate"),
          anew: true,
          required: true,
          width: "half",
        },
        {
          kind: "number",
          name: "intendedLengthOfStayDays",
          label: "Intended length of stay",
          unit: "days",
          min: 1,
          max: 365,
          step: 1,
          from: earlier(tripDetails, "lengthOfStayDays"),
          anew: true,
          required: true,
          width: "half",
          note: ({ intendedLengthOfStayDays: days = 0 }) =>
            days > 90 ? "A stay of over 90 days may need extra documentation or a different visa type." : undefined,
        },
      ],
    },
  ],
});

import { entryCounts, payers } from "~/db/schema/values";
import { defineStep, entryFields, isOneOf, yes } from "../../form-engine/define-step";
import { optionsOf } from "../../form-engine/definition";

const paidByOther = isOneOf("whoIsPaying", payers, "company", "sponsor", "other");

export const tripDetails = defineStep({
  code: "trip_details",
  number: 4,
  component: "TripDetails",
  title: "Trip Details",
  description: "When you travel, why, and where you stay. Plans may change: write what you know today.",
  needed: ["intendedArrivalDate", "purposeOfTrip", "whoIsPaying"],
  sections: [
    {
      title: "Dates and purpose",
      fields: [
        {
          kind: "date",
          name: "intendedArrivalDate",
          label: "Intended arrival date",
          required: true,
          min: (_, today) => today,
          outside: "Intended arrival date can’t be in the past",
          anew: true,
          width: "half",
        },
        {
          kind: "date",
          name: "intendedDepartureDate",
          label: "Intended departure date",
          min: (answers) => isoDay(answers.intendedArrivalDate),
          outside: "Intended departure date can’t be before the arrival",
          anew: true,
          width: "half",
        },
        {
          kind: "number",
          name: "lengthOfStayDays",
          label: "Length of stay",
          unit: "days",
          min: 1,
          max: 36_500,
          step: 1,
          compute: stayInDays,
          uncomputed: "Calculated once you’ve entered both dates",
          anew: true,
        },
        {
          kind: "textarea",
          name: "purposeOfTrip",
          label: "Purpose of trip",
          hint: "In a sentence or two, such as “Two weeks of holiday with my sister’s family.”",
          required: true,
        },
        {
          kind: "choice",
          name: "numberOfEntries",
          label: "Number of entries",
          options: optionsOf(entryCounts),
          initial: "single",
          required: true,
        },
      ],
    },
    {
      title: "Where you will stay",
      fields: [
        {
          kind: "text",
          name: "destinationAddress",
          label: "Address at the destination",
          autoComplete: "section-destination address-line1",
        },
        {
          kind: "text",
          name: "destinationCity",
          label: "City",
          width: "half",
          autoComplete: "section-destination address-level2",
        },
        {
          kind: "text",
          name: "destinationState",
          label: "State, province or island",
          width: "half",
          autoComplete: "section-destination address-level1",
        },
        {
          kind: "text",
          name: "destinationPostalCode",
          label: "Postal code",
          maxLength: 20,
          width: "half",
          autoComplete: "section-destination postal-code",
        },
      ],
    },
    {
      title: "Who is paying",
      fields: [
        {
          kind: "choice",
          name: "whoIsPaying",
          label: "Who is paying for the trip?",
          options: optionsOf(payers, {
            self: "I am",
            company: "A company",
            sponsor: "A sponsor",
            other: "Somebody else",
          }),
          required: true,
          missing: "Please choose who is paying",
        },
        {
          kind: "text",
          name: "payerName",
          label: "Payer’s name",
          personName: ({ whoIsPaying }) => whoIsPaying !== "company",
          visible: paidByOther,
          required: true,
          width: "half",
          autoComplete: "section-payer name",
        },
        {
          kind: "text",
          name: "payerRelationship",
          label: "Payer’s relationship to you",
          visible: paidByOther,
          required: true,
          width: "half",
        },
        { kind: "text", name: "payerContact", label: "Payer’s phone or email", visible: paidByOther },
      ],
    },
    {
      title: "Earlier travel",
      fields: [
        { kind: "yesno", name: "hasPreviousTravel", label: "Have you traveled abroad in the last five years?" },
        {
          kind: "list",
          name: "previousTravel",
          label: "Earlier trips",
          entry: "Trip",
          maxEntries: 20,
          gate: "hasPreviousTravel",
          visible: yes("hasPreviousTravel"),
          fields: entryFields([
            { kind: "country", name: "country", label: "Country", required: true },
            {
              kind: "date",
              name: "arrivalDate",
              label: "Arrival date",
              required: true,
              max: (_, today) => today,
              outside: "Arrival date can’t be in the future",
              width: "half",
            },
            {
              kind: "date",
              name: "departureDate",
              label: "Departure date",
              required: true,
              min: (entry) => isoDay(entry.arrivalDate),
              outside: "Departure date can’t be before the arrival",
              width: "half",
            },
          ]),
        },
        { kind: "yesno", name: "hasBeenDeniedVisa", label: "Have you ever been refused a visa or entry to a country?" },
        {
          kind: "textarea",
          name: "visaDenialDetails",
          label: "Details of the refusal",
          hint: "Which country, when, and the reason you were given.",
          visible: yes("hasBeenDeniedVisa"),
          required: true,
          missing: "Details of the refusal are required",
        },
      ],
    },
  ],
});

const isoDay = (value = "") => (/^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined);

/** Days between arrival and departure, rounded up; undefined unless positive. */
function stayInDays(answers: { intendedArrivalDate: string | undefined; intendedDepartureDate: string | undefined }) {
  const [from, to] = [isoDay(answers.intendedArrivalDate), isoDay(answers.intendedDepartureDate)];
  if (!from || !to) return undefined;
  const days = Math.ceil((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return days > 0 ? days : undefined;
}

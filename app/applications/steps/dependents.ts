import { wholeYears } from "~/core/calendar";
import { isDay } from "~/core/time";
import { dependentRelationships } from "~/db/schema/values";
import { defineStep, entryFields, yes } from "../../form-engine/define-step";
import { optionsOf } from "../../form-engine/definition";
import { firstDayOf, isPartOfDate } from "../../form-engine/typed/dates";
import { unknownDay } from "./unknown-day";

export const dependents = defineStep({
  code: "dependents",
  number: 13,
  component: "Dependents",
  title: "Dependents",
  description: "Children and others you support, whether or not they’re traveling with you.",
  sections: [
    {
      fields: [
        { kind: "yesno", name: "hasDependents", label: "Do you have dependents?" },
        {
          kind: "list",
          name: "dependents",
          label: "Dependents",
          entry: "Dependent",
          maxEntries: 20,
          gate: "hasDependents",
          visible: yes("hasDependents"),
          fields: entryFields([
            { kind: "text", name: "fullName", label: "Full name", personName: true, required: true },
            {
              kind: "choice",
              name: "relationship",
              label: "Relationship",
              options: optionsOf(dependentRelationships),
              required: true,
              width: "half",
            },
            {
              kind: "date",
              name: "dateOfBirth",
              label: "Date of birth",
              required: true,
              max: (_, today) => today,
              outside: "Date of birth cannot be in the future",
              noDay: unknownDay,
              note: ({ dateOfBirth }, today) =>
                dateOfBirth && canBeAdult(dateOfBirth, today)
                  ? "Adults (18 and over) must submit their own applications."
                  : undefined,
            },
            { kind: "yesno", name: "isTraveling", label: "Traveling with you?" },
          ]),
        },
      ],
    },
  ],
});

/** From the 18th birthday; for a partial date, from the earliest possible one. */
function canBeAdult(born: string, today: string): boolean {
  if (!isDay(born) && !isPartOfDate(born)) return false;
  return wholeYears(firstDayOf(born), today) >= 18;
}

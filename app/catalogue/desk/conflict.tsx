import { RadioGroup } from "~/ui/forms/radio-group";
import { Banner } from "~/ui/notices/banner";
import { rowsOf } from "./required/document-rows";
import type { Conflict } from "./save-service.server";
import { definitionOf, type FieldName, type FormValues } from "./service-form";
import type { readChoices } from "./values.server";

type Choices = Awaited<ReturnType<typeof readChoices>>;

/** Both versions of each field that two people changed, to choose between. Nothing is written before. */
export function ServiceConflict({ conflict, choices }: { conflict: Conflict; choices: Choices }) {
  const { fields, stored, merged } = conflict;
  return (
    <section aria-labelledby="conflict" className="grid gap-4">
      <Banner tone="warning">
        <h2 id="conflict" className="font-sans text-base font-semibold tracking-normal">
          Somebody else changed this service while you did
        </h2>
        <p className="mt-1">
          Nothing of yours is saved yet, and nothing of theirs is lost. Choose what to keep, then save. Whatever they
          changed elsewhere is in the form already.
        </p>
      </Banner>
      {fields.map((name) => (
        <RadioGroup
          key={name}
          id={`choice-${name}`}
          name={`choice.${name}`}
          legend={definitionOf(name).label}
          columns={2}
          options={[
            {
              value: "stored",
              label: "Keep what is stored",
              hint: <Version name={name} of={stored} choices={choices} />,
            },
            { value: "mine", label: "Take mine", hint: <Version name={name} of={merged} choices={choices} /> },
          ]}
        />
      ))}
    </section>
  );
}

function Version({ name, of, choices }: { name: FieldName; of: FormValues; choices: Choices }) {
  const { kind } = definitionOf(name);
  const text = kind === "documents" ? listOf(of[name]) : of[name];
  const chosen = [...choices.countries, ...choices.categories].find(({ id }) => id === text)?.name;
  const shown = kind === "flag" ? (text === "yes" ? "Yes" : "No") : (chosen ?? text);
  return (
    <span className="block max-h-48 overflow-y-auto font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
      {shown || "Empty"}
    </span>
  );
}

/** The required documents as a person compares them. */
const listOf = (text: string) =>
  rowsOf(text)
    .map(({ name, description, isRequired, formats, sample }, index) =>
      [
        `${index + 1}. ${name}${isRequired ? "" : " (if you have it)"}`,
        description,
        formats.join(", "),
        sample ? `Sample: ${sample.name}` : "",
      ]
        .filter(Boolean)
        .join("\n   "),
    )
    .join("\n");

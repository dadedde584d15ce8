import { ArrowRight } from "lucide-react";
import { checkPath } from "~/content/rules/check-path";
import { purposeLabels } from "~/content/rules/words";
import { entryPurposes } from "~/db/schema/values";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Field } from "~/ui/forms/field";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";
import type { Chosen, FieldErrors } from "./trip";

type Country = { code: string; name: string };
type CheckFormProps = {
  chosen: Chosen;
  errors: FieldErrors;
  passports: readonly Country[];
  destinations: readonly Country[];
  className?: string;
};

const optionsOf = (countries: readonly Country[]) => countries.map(({ code, name }) => ({ value: code, label: name }));

/** The question as a form that is sent by GET; the first wrong field gets the focus. */
export function CheckForm({ chosen, errors, passports, destinations, className }: CheckFormProps) {
  const first = (["passport", "to", "purpose"] as const).find((name) => errors[name]);
  return (
    <form
      action={checkPath}
      method="get"
      aria-label="Do I need a visa?"
      className={classNames(
        "no-print rounded-2xl border border-dune bg-white px-5 py-6 shadow-md sm:px-8 sm:py-8",
        className,
      )}
    >
      <div className="grid gap-6 md:grid-cols-2">
        <Field id="passport" label="Your passport" error={errors.passport} required>
          <Select
            name="passport"
            defaultValue={chosen.passport}
            placeholder="Choose a country"
            options={optionsOf(passports)}
            autoFocus={first === "passport"}
          />
        </Field>
        <Field id="to" label="Where are you going?" error={errors.to} required>
          <Select
            name="to"
            defaultValue={chosen.to}
            placeholder="Choose a destination"
            options={optionsOf(destinations)}
            autoFocus={first === "to"}
          />
        </Field>
      </div>
      <div className="mt-6 grid items-end gap-6 lg:grid-cols-[minmax(0,1fr)_auto]">
        <RadioGroup
          id="for"
          name="for"
          legend="Why are you going?"
          options={entryPurposes.map((value) => ({ value, label: purposeLabels[value] }))}
          defaultValue={chosen.purpose}
          error={errors.purpose}
          autoFocus={first === "purpose"}
          columns={4}
        />
        <Button type="submit" variant="gold" size="lg" after={<ArrowRight aria-hidden />} className="max-lg:w-full">
          Check
        </Button>
      </div>
    </form>
  );
}

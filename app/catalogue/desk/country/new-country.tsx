import { Plus } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import type { CountryProblem } from "./create-country.server";

export type NewCountryForm = { code: string; name: string; aliases: string; problem: CountryProblem | null };

export type NewCountryProps = {
  offered: readonly { code: string; name: string }[];
  /** Whether the admin may add one: super admins only. */
  mayAdd: boolean;
  asked: NewCountryForm | undefined;
  busy: boolean;
};

/** Presses the button on Enter, which would otherwise submit the form and save the service. */
function pressOnEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.querySelector("button")?.click();
}

/** Below the country select: adds a country without leaving the form. */
export function NewCountry({ offered, mayAdd, asked, busy }: NewCountryProps) {
  if (!mayAdd) return <p className="mt-1.5 text-sm text-stone">Ask a super admin to add a country.</p>;
  const wrong = (field: CountryProblem["field"]) =>
    asked?.problem?.field === field ? asked.problem.message : undefined;
  return (
    <details open={asked?.problem ? true : undefined} className="mt-1.5">
      <summary className="w-fit cursor-pointer rounded-xs py-1 text-sm font-semibold text-sea-ink hover:underline">
        Add a country
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in these fields presses their own button. */}
      <div className="mt-2 grid gap-3 rounded-lg bg-mist p-4 ring-1 ring-line" onKeyDown={pressOnEnter}>
        <Field id="new-country-code" label="New country" size="sm" error={wrong("code")}>
          <Select name="newCountry.code" size="sm" defaultValue={asked?.code ?? ""} placeholder="Choose one">
            {offered.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          id="new-country-name"
          label="Display name"
          hint="Leave empty to use the name from the list."
          size="sm"
          error={wrong("name")}
        >
          <Input name="newCountry.name" size="sm" defaultValue={asked?.name} autoComplete="off" />
        </Field>
        <Field
          id="new-country-aliases"
          label="Other spellings"
          hint="Separated by commas, such as UK, GBR."
          size="sm"
          error={wrong("aliases")}
        >
          <Input name="newCountry.aliases" size="sm" defaultValue={asked?.aliases} autoComplete="off" />
        </Field>
        <Button
          type="submit"
          name="press"
          value="add-country"
          variant="outline"
          size="sm"
          className="justify-self-start"
          before={<Plus aria-hidden />}
          busy={busy}
          busyLabel="Adding…"
        >
          Add the country
        </Button>
      </div>
    </details>
  );
}

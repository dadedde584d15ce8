import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { type PhotoRuleInput, type PhotoRulePart, photoRuleParts } from "./photo-rule-input";

const labels: Record<PhotoRulePart, string> = {
  leastWidth: "Minimum width (pixels)",
  leastHeight: "Minimum height (pixels)",
  proportionWidth: "Proportion: width",
  proportionHeight: "Proportion: height",
  leastKilobytes: "Minimum size (KB)",
  mostKilobytes: "Maximum size (KB)",
};

type PhotoRuleFieldProps = {
  id: (part: string) => string;
  name: (part: string) => string;
  value: PhotoRuleInput;
  /** Whether the document is a photo of a person. */
  isPhoto: boolean;
  errorOf: (part: PhotoRulePart) => string | undefined;
  onChange: (changed: Partial<PhotoRuleInput>) => void;
};

/** What a photo of a person is compared with. Applicants get a hint; nothing is refused. */
export function PhotoRuleField({ id, name, value, isPhoto, errorOf, onChange }: PhotoRuleFieldProps) {
  // Without script the fields are always there, because nothing could show them.
  const isShown = isPhoto || photoRuleParts.some((part) => errorOf(part));
  return (
    <fieldset className={isShown ? "min-w-0" : "hidden min-w-0 noscript:block"}>
      <legend className="text-sm font-semibold">What the photo is compared with</legend>
      <p className="mt-0.5 text-sm text-stone">
        For a photo of the person only. Fill in what matters, such as 35 and 45 for the proportion alone.
      </p>
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-3">
        {photoRuleParts.map((part) => (
          <Field key={part} id={id(part)} label={labels[part]} size="sm" error={errorOf(part)}>
            <Input
              size="sm"
              inputMode="numeric"
              name={name(part)}
              value={value[part]}
              onChange={(event) => onChange({ [part]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}

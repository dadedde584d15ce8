import { type DocumentPurpose, documentPurposes } from "~/db/schema/values";
import { Field } from "~/ui/forms/field";
import { Select } from "~/ui/forms/select";

const labels: Record<DocumentPurpose, string> = {
  document: "A document",
  passport_page: "The passport’s photo page",
  photo: "A photo of the person",
};

type DocumentPurposeFieldProps = {
  id: string;
  name: string;
  purpose: DocumentPurpose;
  error: string | undefined;
  onChange: (purpose: DocumentPurpose) => void;
};

/** Whether a required document is one of the two that the application reads or measures. */
export function DocumentPurposeField({ id, name, purpose, error, onChange }: DocumentPurposeFieldProps) {
  return (
    <Field id={id} label="This document is" size="sm" error={error}>
      <Select
        size="sm"
        name={name}
        value={purpose}
        options={documentPurposes.map((value) => ({ value, label: labels[value] }))}
        onChange={(event) => {
          const chosen = documentPurposes.find((value) => value === event.currentTarget.value);
          if (chosen) onChange(chosen);
        }}
      />
    </Field>
  );
}

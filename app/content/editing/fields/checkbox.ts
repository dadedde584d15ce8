import { type ContentField, kept, type Named } from "./fields";

/** A checkbox with a hidden empty input of the same name, because browsers don't submit an unchecked box. */
export function checkboxField(named: Named): ContentField {
  return {
    ...named,
    type: "",
    control: { as: "checkbox" },
    read: (inputs) => kept(inputs.includes("yes")),
    typed: (value) => (value === true ? ["", "yes"] : [""]),
    format: (value) => (value === true ? "Yes" : "No"),
  };
}

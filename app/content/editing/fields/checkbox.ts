import { type ContentField, kept, type Named } from "./fields";

/** Yes or no. An empty box of the same name goes with it, because one that is not ticked is not sent. */
export function checkboxField(named: Named): ContentField {
  return {
    ...named,
    type: "",
    control: { as: "checkbox" },
    read: (boxes) => kept(boxes.includes("yes")),
    typed: (value) => (value === true ? ["", "yes"] : [""]),
    words: (value) => (value === true ? "Yes" : "No"),
  };
}

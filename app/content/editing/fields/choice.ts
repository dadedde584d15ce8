import { type ContentField, kept, lineField, type Named, type Option, refused, textOf } from "./fields";

type Choice = Named & {
  /** Empty if the kind reads its `options` from the database; its `taken` then checks the choice. */
  options?: readonly Option[];
  look?: "list" | "radios";
  /** The label for "nothing chosen"; without it a choice is required. */
  none?: string;
};

/** A choice of a few values. Nothing chosen is stored as null. */
export function choiceField({ options = [], look = "list", none, ...named }: Choice): ContentField {
  const all = none === undefined ? options : [{ value: "", label: none }, ...options];
  return {
    ...named,
    type: "",
    control: { as: "choice", options: all, look },
    read([chosen = ""]) {
      if (chosen === "") return none === undefined ? refused("Choose one.") : kept(null);
      if (options.length === 0) return lineField({ ...named, max: 300 }).read([chosen]);
      return options.some(({ value }) => value === chosen) ? kept(chosen) : refused("Choose one from the list.");
    },
    typed: (value) => [textOf(value)],
    format: (value) => all.find((option) => option.value === textOf(value))?.label ?? textOf(value),
  };
}

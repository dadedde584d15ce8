import { type ContentField, kept, lineField, type Named, type Option, refused, textOf } from "./fields";

type Choice = Named & {
  /** None where they are read from the database (`options` of the kind), whose `taken` says which fit. */
  options?: readonly Option[];
  look?: "list" | "radios";
  /** What stands for nothing chosen; without it something has to be chosen. */
  none?: string;
};

/** One of a few values. Nothing chosen is null. */
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
    words: (value) => all.find((option) => option.value === textOf(value))?.label ?? textOf(value),
  };
}

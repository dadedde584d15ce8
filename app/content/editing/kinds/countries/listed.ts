import { counted } from "~/core/counted";
import { checkboxField } from "../../fields/checkbox";
import { type ContentField, kept, lineField } from "../../fields/fields";

const max = 999;

export const wrongPlace = `Enter a number from 0 to ${max}.`;

export const placeField = (help: string): ContentField =>
  lineField({
    ...{ name: "place", label: "Place", group: "In the list", type: "", help },
    ...{ max: 3, input: { numeric: true }, keep: Number },
    fits: [(text) => /^\d+$/.test(text), wrongPlace],
  });

export const hiddenField = (named: Pick<ContentField, "group" | "help">): ContentField => ({
  ...checkboxField({ name: "hidden", label: "Hidden", ...named }),
  read: (inputs) => kept(inputs.includes("yes") ? true : null),
});

export const stillUsedMessage = (name: string, count: number, noun: "country" | "category"): string =>
  `${name} has ${counted(count, "service")}. Move ${count === 1 ? "it" : "them"} to another ${noun} first, or hide ${name}.`;

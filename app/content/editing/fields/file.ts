import type { Json } from "~/db/schema/content";
import { type FileRules, formatFileRules } from "~/documents/file-rules";
import { type ContentField, kept, type Named, refused, textOf } from "./fields";

type FileOf = Named & {
  rules: FileRules;
  nameOf: (key: string) => string | null;
};

/** A stored file by its key. An uploaded one is stored earlier, by the kind's `receive`. */
export function fileField({ rules, nameOf, ...named }: FileOf): ContentField {
  const words = (value: Json): string => nameOf(textOf(value)) ?? textOf(value);
  return {
    ...named,
    format: words,
    type: formatFileRules(rules),
    control: { as: "file", rules, files: [] },
    read([key = ""]) {
      if (key === "") return kept(null);
      return nameOf(key) === null ? refused("We don’t have this file. Please upload it again.") : kept(key);
    },
    typed: (value) => [textOf(value)],
  };
}

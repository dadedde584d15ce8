import { type Body, readBody } from "~/content/posts/body/body";
import { namedText } from "~/content/posts/body/text";
import { parseJson } from "~/core/parse-json";
import type { Json } from "~/db/schema/content";
import { type ContentField, kept, type Named, refused } from "./fields";

export function bodyIn(value: unknown): Body | null {
  const read = value === null || value === undefined ? null : readBody(value);
  return read?.ok ? read.body : null;
}

const textOfBody = (value: Json): string => (value === null ? "" : JSON.stringify(bodyIn(value) ?? value));

/** The text of a post: one input with JSON, validated against the product's own schema. */
export function bodyField(named: Named): ContentField {
  return {
    ...named,
    type: "",
    control: { as: "body", services: [] },
    read([rawInput = ""]) {
      if (rawInput === "") return kept(null);
      const read = readBody(parseJson(rawInput));
      if (!read.ok) return refused(read.message);
      return kept(read.body.content.length > 0 ? read.body : null);
    },
    typed: (value) => [textOfBody(value)],
    format(value) {
      const body = bodyIn(value);
      return body ? namedText(body) : "";
    },
  };
}

/** An input of a page as it was sent: its attributes, and the values that may be chosen. */
export type FormField = {
  kind: string;
  attributes: Record<string, string>;
  /** Of a select, of radio buttons or of checkboxes of one name, in their order. */
  values: string[];
  checked: string[];
};

/** The inputs of a page by name, read out of its HTML: what a browser without script would offer to fill in. */
export function fieldsIn(html: string): Map<string, FormField> {
  const fields = new Map<string, FormField>();
  for (const [, tag = "", text = "", content = ""] of html.matchAll(
    /<(input|select|textarea)\b([^>]*)>(?:((?:(?!<\/\1>)[\s\S])*)<\/\1>)?/g,
  )) {
    const attributes = attributesOf(text);
    const { name, type = "text", value = "" } = attributes;
    if (!name) continue;
    const field = fields.get(name) ?? { kind: tag === "input" ? type : tag, attributes, values: [], checked: [] };
    if (tag === "select")
      for (const [, option = ""] of content.matchAll(/<option\b([^>]*)>/g)) {
        const one = attributesOf(option);
        field.values.push(one.value ?? "");
        if ("selected" in one) field.checked.push(one.value ?? "");
      }
    if (type === "radio" || type === "checkbox") {
      field.values.push(value);
      if ("checked" in attributes) field.checked.push(value);
    }
    if (tag === "textarea") field.attributes.value = unescaped(content.replace(/^\n/, ""));
    fields.set(name, field);
  }
  return fields;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      unescaped(value),
    ]),
  );

/** A page's text without its markup, its blanks as one. */
export const wordsOf = (html: string): string =>
  unescaped(
    html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
      .replace(/<!--.*?-->|<wbr\/?>/g, "")
      .replace(/<[^>]*>/g, " "),
  )
    .replace(/\s+/g, " ")
    .trim();

export const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

export type FormField = {
  kind: string;
  attributes: Record<string, string>;
  /** The values of a select, radio buttons or checkboxes of one name, in order. */
  values: string[];
  checked: string[];
};

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
        const attributes = attributesOf(option);
        field.values.push(attributes.value ?? "");
        if ("selected" in attributes) field.checked.push(attributes.value ?? "");
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

/** A page's text without markup, white space collapsed. */
export const textOfHtml = (html: string): string =>
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

/** What the page's step form would send unchanged, without the button. */
export function formIn(html: string): URLSearchParams {
  const form = /<form\b[^>]*\bid="step"[\s\S]*?<\/form>/.exec(html)?.[0];
  if (!form) throw new Error("There is no step on the page");
  return inputsIn(form);
}

/** The inputs of a piece of HTML as a browser sends them. */
export function inputsIn(html: string): URLSearchParams {
  const sent = new URLSearchParams();
  for (const [, input, select, options = "", area, text = ""] of html.matchAll(
    /<input\b([^>]*)>|<select\b([^>]*)>([\s\S]*?)<\/select>|<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g,
  )) {
    const { name, type = "", value = "", ...rest } = attributesOf(input ?? select ?? area ?? "");
    if (!name || type === "file" || "disabled" in rest) continue;
    if ((type === "radio" || type === "checkbox") && !("checked" in rest)) continue;
    if (area !== undefined) sent.append(name, unescaped(text.replace(/^\n/, "")));
    else if (select === undefined) sent.append(name, value);
    else {
      const choices = [...options.matchAll(/<option\b([^>]*)>/g)].map(([, text = ""]) => attributesOf(text));
      sent.append(name, (choices.find((option) => "selected" in option) ?? choices[0])?.value ?? "");
    }
  }
  return sent;
}

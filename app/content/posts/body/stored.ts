import { type Body, readBody } from "./body";
import { bodyOfText } from "./text";

/** The body of a post; made from its plain text if it has none, as in the seed. */
export function bodyOf({ body, content }: { body: unknown; content: string }): Body {
  const read = body === null || body === undefined ? null : readBody(body);
  return read?.ok ? read.body : bodyOfText(content);
}

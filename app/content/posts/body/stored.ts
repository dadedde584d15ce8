import { type Body, readBody } from "./body";
import { bodyOfText } from "./text";

/** The body of a stored post; of one that is text alone, as the starter content is, made of its text. */
export function bodyOf({ body, content }: { body: unknown; content: string }): Body {
  const read = body === null || body === undefined ? null : readBody(body);
  return read?.ok ? read.body : bodyOfText(content);
}

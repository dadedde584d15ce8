import { decodeWords } from "postal-mime";
import type { Ours, ReceivedFile } from "../parsed-mail.ts";
import { hideLinks } from "./hide-links.ts";
import type { MimePart } from "./mime-tree.ts";

const smallPicture = 20 * 1024;
const longestName = 150;

/** Calendar entries, signatures and keys, and what programs add for themselves. */
const leftOutTypes = new Set([
  ...["text/calendar", "application/ics"],
  ...["application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"],
  ...["application/pgp-keys", "application/pgp-encrypted"],
  ...["application/ms-tnef", "application/vnd.ms-tnef", "application/applefile"],
]);
const leftOutNames = /^(?:winmail\.dat|smime\.p7s|signature\.asc|.{0,100}\.ics)$/i;

/** For a file without a name. */
const endings: Record<string, string> = {
  "application/pdf": "pdf",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/heic": "heic",
  "image/gif": "gif",
  "image/webp": "webp",
  "text/html": "html",
  "text/plain": "txt",
};

/** What is no type is text (RFC 2045, 5.2). */
export const typeOf = ({ contentType: { parsed } }: MimePart): string =>
  parsed.value.includes("/") ? parsed.value : "text/plain";
const isAttachment = (part: MimePart): boolean => part.contentDisposition.parsed.value === "attachment";
const rawNameOf = (part: MimePart): string =>
  part.contentDisposition.parsed.params.filename || part.contentType.parsed.params.name || "";

/** What Exchange makes of texts before and after an attachment. */
const splitText = /^ATT\d{3,6}\.(?:txt|html?)$/i;

/** Whether a part is what the sender wrote, and no file. */
export function isBody(part: MimePart): boolean {
  // Its parts were not found: better all of it than nothing.
  if (part.contentType.multipart) return true;
  if (!["text/plain", "text/html"].includes(typeOf(part))) return false;
  const name = rawNameOf(part);
  return splitText.test(name) || (!isAttachment(part) && name === "");
}

export const isAttachedMail = (part: MimePart): boolean =>
  part.childNodes.length === 0 && ["message/rfc822", "message/global"].includes(typeOf(part));

/** `isAlternative`: the part is another version of the text. `references` has the ids that texts refer to. */
type Place = { isAlternative: boolean; references: ReadonlySet<string> };

export function isLeftOut(part: MimePart, { references }: Place): boolean {
  if (leftOutTypes.has(typeOf(part)) || leftOutNames.test(nameOf(part))) return true;
  const isPicture = typeOf(part).startsWith("image/") && (part.content?.byteLength ?? 0) < smallPicture;
  return isPicture && part.contentId !== undefined && references.has(idOf(part.contentId));
}

/** Whether nothing is lost without the part: another version of the text, or nothing at all. */
export function isNothing(part: MimePart, { isAlternative }: Place): boolean {
  if (rawNameOf(part) !== "" || isAttachment(part)) return false;
  return (part.content?.byteLength ?? 0) === 0 || (isAlternative && typeOf(part).startsWith("text/"));
}

export function fileOf(part: MimePart, number: number, ours: Ours): ReceivedFile {
  const type = typeOf(part);
  const ending = endings[type] ?? "";
  const name = hideLinks(nameOf(part), ours) || `attachment-${number}${ending && `.${ending}`}`;
  return { name, contentType: type, bytes: new Uint8Array(part.content ?? new ArrayBuffer(0)) };
}

/** Without folders; the end of a long name stays. */
function nameOf(part: MimePart): string {
  const name = decodeWords(rawNameOf(part).slice(0, 3000))
    .replace(/\s+/g, " ")
    .replace(/^.*[/\\]/, "")
    .trim();
  const characters = [...name];
  if (characters.length <= longestName) return name;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  return characters.slice(0, longestName - ending.length).join("") + ending;
}

const idOf = (contentId: string): string => contentId.replace(/[<>\s]/g, "").toLowerCase();

/** The pictures that a text shows: `cid:` in HTML, `[cid:…]` in the plain text of Outlook. */
export function addReferences(text: string, references: Set<string>): void {
  for (const [, id = ""] of text.matchAll(/cid:([^\s"'<>()[\]]{1,998})/gi)) references.add(decoded(id).toLowerCase());
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

import type { Extensions, JSONContent } from "@tiptap/core";
import { TableKit } from "@tiptap/extension-table";
import StarterKit from "@tiptap/starter-kit";
import { isUsableLink } from "../body/links";
import { CallToAction, Picture, serviceCard } from "./nodes";

/** What a text can contain; the server validates each save against `body.ts`. */
export const bodyExtensions = (services: ReadonlyMap<string, string>): Extensions => [
  StarterKit.configure({
    ...{ code: false, codeBlock: false, strike: false, underline: false, horizontalRule: false },
    heading: { levels: [2, 3] },
    link: {
      ...{ openOnClick: false, autolink: true, defaultProtocol: "https" },
      HTMLAttributes: { target: null, rel: null },
      isAllowedUri: (address) => isUsableLink(address),
    },
  }),
  TableKit.configure({ table: { resizable: false } }),
  ...[Picture, CallToAction, serviceCard(services)],
];

/** The attributes that are stored; the editor's own, such as column widths, aren't. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  ...{ heading: ["level"], orderedList: ["start"], link: ["href"], picture: ["src", "alt"], serviceCard: ["service"] },
  ...{ tableCell: ["colspan", "rowspan"], tableHeader: ["colspan", "rowspan"] },
  callToAction: ["title", "text", "label", "to"],
};

type Part = { type?: string | undefined; attrs?: Record<string, unknown> | undefined };

function attrsOf({ type = "", attrs = {} }: Part) {
  const names = (attributes[type] ?? []).filter((name) => attrs[name] !== undefined && attrs[name] !== null);
  return names.length > 0 ? { attrs: Object.fromEntries(names.map((name) => [name, attrs[name]])) } : {};
}

/** Converts the editor's document to the stored form. */
export function sentForm(node: JSONContent): JSONContent {
  const { type, content, text, marks } = node;
  return {
    ...(type === undefined ? {} : { type }),
    ...attrsOf(node),
    ...(text === undefined ? {} : { text }),
    ...(type === "text" ? { marks: (marks ?? []).map((mark) => ({ type: mark.type, ...attrsOf(mark) })) } : {}),
    ...(content ? { content: content.map(sentForm) } : {}),
  };
}

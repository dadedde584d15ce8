import type { Editor } from "@tiptap/core";
import {
  Bold,
  Heading2,
  Heading3,
  IndentDecrease,
  IndentIncrease,
  Italic,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Table,
  Undo2,
} from "lucide-react";

export type Tool = {
  name: string;
  Icon: LucideIcon;
  /** Whether the selection has it; undefined for a one-off action. */
  pressed?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
  use: (editor: Editor) => boolean;
};

/** Inserts after the selection, so that a selected picture isn't replaced. */
export const addPart = (editor: Editor, part: { type: string; attrs?: Record<string, unknown> }): boolean =>
  editor.chain().focus().insertContentAt(editor.state.selection.to, part).run();

const focused = (editor: Editor) => editor.chain().focus();
const isIn = (name: string, attributes?: Record<string, unknown>) => (editor: Editor) =>
  editor.isActive(name, attributes);

export const tools: readonly Tool[] = [
  { name: "Undo", Icon: Undo2, can: (one) => one.can().undo(), use: (one) => focused(one).undo().run() },
  { name: "Redo", Icon: Redo2, can: (one) => one.can().redo(), use: (one) => focused(one).redo().run() },
  {
    ...{ name: "Heading", Icon: Heading2, pressed: isIn("heading", { level: 2 }) },
    use: (one) => focused(one).toggleHeading({ level: 2 }).run(),
  },
  {
    ...{ name: "Smaller heading", Icon: Heading3, pressed: isIn("heading", { level: 3 }) },
    use: (one) => focused(one).toggleHeading({ level: 3 }).run(),
  },
  { name: "Bold", Icon: Bold, pressed: isIn("bold"), use: (one) => focused(one).toggleBold().run() },
  { name: "Italic", Icon: Italic, pressed: isIn("italic"), use: (one) => focused(one).toggleItalic().run() },
  {
    ...{ name: "List", Icon: List, pressed: isIn("bulletList") },
    use: (one) => focused(one).toggleBulletList().run(),
  },
  {
    ...{ name: "Numbered list", Icon: ListOrdered, pressed: isIn("orderedList") },
    use: (one) => focused(one).toggleOrderedList().run(),
  },
  {
    ...{ name: "Indent", Icon: IndentIncrease, can: (one) => one.can().sinkListItem("listItem") },
    use: (one) => focused(one).sinkListItem("listItem").run(),
  },
  {
    ...{ name: "Outdent", Icon: IndentDecrease, can: (one) => one.can().liftListItem("listItem") },
    use: (one) => focused(one).liftListItem("listItem").run(),
  },
  { name: "Quote", Icon: Quote, pressed: isIn("blockquote"), use: (one) => focused(one).toggleBlockquote().run() },
  {
    ...{ name: "Table", Icon: Table, can: (one) => !one.isActive("table") },
    use: (one) => focused(one).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
];

export const tableTools: readonly Omit<Tool, "Icon">[] = [
  { name: "Add row", use: (one) => focused(one).addRowAfter().run() },
  { name: "Add column", use: (one) => focused(one).addColumnAfter().run() },
  { name: "Delete row", use: (one) => focused(one).deleteRow().run() },
  { name: "Delete column", use: (one) => focused(one).deleteColumn().run() },
  { name: "Header row", use: (one) => focused(one).toggleHeaderRow().run() },
  { name: "Delete table", use: (one) => focused(one).deleteTable().run() },
];

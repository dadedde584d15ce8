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
  { name: "Undo", Icon: Undo2, can: (editor) => editor.can().undo(), use: (editor) => focused(editor).undo().run() },
  { name: "Redo", Icon: Redo2, can: (editor) => editor.can().redo(), use: (editor) => focused(editor).redo().run() },
  {
    ...{ name: "Heading", Icon: Heading2, pressed: isIn("heading", { level: 2 }) },
    use: (editor) => focused(editor).toggleHeading({ level: 2 }).run(),
  },
  {
    ...{ name: "Smaller heading", Icon: Heading3, pressed: isIn("heading", { level: 3 }) },
    use: (editor) => focused(editor).toggleHeading({ level: 3 }).run(),
  },
  { name: "Bold", Icon: Bold, pressed: isIn("bold"), use: (editor) => focused(editor).toggleBold().run() },
  { name: "Italic", Icon: Italic, pressed: isIn("italic"), use: (editor) => focused(editor).toggleItalic().run() },
  {
    ...{ name: "List", Icon: List, pressed: isIn("bulletList") },
    use: (editor) => focused(editor).toggleBulletList().run(),
  },
  {
    ...{ name: "Numbered list", Icon: ListOrdered, pressed: isIn("orderedList") },
    use: (editor) => focused(editor).toggleOrderedList().run(),
  },
  {
    ...{ name: "Indent", Icon: IndentIncrease, can: (editor) => editor.can().sinkListItem("listItem") },
    use: (editor) => focused(editor).sinkListItem("listItem").run(),
  },
  {
    ...{ name: "Outdent", Icon: IndentDecrease, can: (editor) => editor.can().liftListItem("listItem") },
    use: (editor) => focused(editor).liftListItem("listItem").run(),
  },
  {
    name: "Quote",
    Icon: Quote,
    pressed: isIn("blockquote"),
    use: (editor) => focused(editor).toggleBlockquote().run(),
  },
  {
    ...{ name: "Table", Icon: Table, can: (editor) => !editor.isActive("table") },
    use: (editor) => focused(editor).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
];

export const tableTools: readonly Omit<Tool, "Icon">[] = [
  { name: "Add row", use: (editor) => focused(editor).addRowAfter().run() },
  { name: "Add column", use: (editor) => focused(editor).addColumnAfter().run() },
  { name: "Delete row", use: (editor) => focused(editor).deleteRow().run() },
  { name: "Delete column", use: (editor) => focused(editor).deleteColumn().run() },
  { name: "Header row", use: (editor) => focused(editor).toggleHeaderRow().run() },
  { name: "Delete table", use: (editor) => focused(editor).deleteTable().run() },
];

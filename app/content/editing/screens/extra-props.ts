import type { Json } from "~/db/schema/content";
import type { EditorView } from "../read-editor.server";

/** Props of a kind's own part of the screen: its `extra`, the item, and the button whose action must be confirmed. */
export type ExtraProps = { data: Json; view: EditorView; asked?: string | null | undefined };

import type { Json } from "~/db/schema/content";
import type { EditorView } from "../read-editor.server";

/** What the own part of a kind's screen is given: its `extra`, the thing, and which button is asked about. */
export type ExtraProps = { data: Json; view: EditorView; asked?: string | null | undefined };

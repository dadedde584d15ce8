import type { Json } from "~/db/schema/content";
import type { EditorView } from "../read-editor.server";

/** What the own part of a kind's screen is given: what the kind's `extra` says, and the thing. */
export type ExtraProps = { data: Json; view: EditorView };

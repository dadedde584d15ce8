import type { ComponentType } from "react";
import type { Json } from "~/db/schema/content";
import type { EditorView } from "../read-editor.server";
import { StepsExtra } from "./steps-extra";

export type ExtraProps = { data: Json; view: EditorView };

/** The own part of a kind's screen, below its fields and within its form, by the name of the kind. */
const extras: Readonly<Record<string, ComponentType<ExtraProps>>> = { steps: StepsExtra };

/** Kinds whose own part stands above their fields, because it decides about them. */
const above: ReadonlySet<string> = new Set(["steps"]);
export const isAbove = (kind: string): boolean => above.has(kind);

export function Extra({ view }: { view: EditorView }) {
  const Own = extras[view.kind];
  return Own && view.extra !== null ? <Own data={view.extra} view={view} /> : null;
}

import type { StaffContext } from "~/accounts/staff.server";
import { findThing } from "~/content/editing/kinds.server";
import { type EditorView, readEditor } from "~/content/editing/read-editor.server";

/** What an item's editor shows an admin; fails if there is none. */
export async function openEditor({ staff }: StaffContext, kind: string, key: string): Promise<EditorView> {
  const item = findThing(kind, key);
  const view = item && (await readEditor(staff, item));
  if (!view) throw new Error(`There is no ${kind} ${key}`);
  return view;
}

import { data, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import type { StaffContext } from "~/accounts/staff.server";
import type { RequestContext } from "~/core/request-context";
import { statusOf } from "~/core/verbs/refused";
import type { Kind } from "./kind";
import { reorderContent } from "./order.server";

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/**
 * Handles the form of a list: `move` is a key and `up` or `down`; `order` is the list of keys as the admin saw or
 * dragged them.
 */
export async function handleListForm(by: StaffContext, { kind }: Kind, form: FormData, visit: RequestContext) {
  const [, key = "", way] = /^(.+) (up|down)$/.exec(text(form, "move")) ?? [];
  const keys = moved(text(form, "order").split(","), key, way === "up" ? -1 : 1);
  const result = await reorderContent(by, kind, { keys });
  if (!result.ok) return data({ message: result.message }, statusOf(result));
  visit.changed = true;
  const notice = key ? flash("content-moved", keys.indexOf(key) + 1) : flash("content-ordered");
  // Without JavaScript, the browser scrolls to the row that was moved.
  return redirect(`/admin/content/${kind}${key ? `#row-${key}` : ""}`, { headers: { "Set-Cookie": notice } });
}

function moved(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const next = [...keys];
  const index = next.indexOf(key);
  const to = index + by;
  const neighbour = next[to];
  if (index < 0 || neighbour === undefined) return next;
  next[to] = key;
  next[index] = neighbour;
  return next;
}

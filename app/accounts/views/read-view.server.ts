import type { Staff } from "~/accounts/staff.server";
import type { ViewedList } from "./view-words";
import { type OpenView, openView } from "./views.server";

/** Search parameters that are no filters: the cursor, and what a page asks for. */
const besides = ["view", "before", "after", "ask", "draft", "from", "document", "index"];

export type Viewed = {
  /** The URL's view, if this admin may see it. */
  view: OpenView | null;
  /** The URL names a private or deleted one: the whole list is shown. */
  isMissing: boolean;
  /** The URL with the view's filters, if it has none of its own. */
  search: URLSearchParams;
};

/** The view's filters, unless the URL has its own. */
export async function readView(staff: Staff, list: ViewedList, search: URLSearchParams): Promise<Viewed> {
  const id = search.get("view");
  if (id === null) return { view: null, isMissing: false, search };
  const view = await openView(staff, list, id);
  if (!view) return { view: null, isMissing: true, search };
  if ([...search.keys()].some((name) => !besides.includes(name))) return { view, isMissing: false, search };
  const filled = new URLSearchParams(view.search);
  for (const [name, value] of search) filled.append(name, value);
  return { view, isMissing: false, search: filled };
}

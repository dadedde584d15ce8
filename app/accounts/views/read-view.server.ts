import type { Staff } from "~/accounts/staff.server";
import type { ViewedList } from "./view-words";
import { type OpenView, openView } from "./views.server";

/** What an address says beside its filters: its page, and what is asked about. */
const besides = ["view", "before", "after", "ask", "draft", "from", "document", "index"];

export type Viewed = {
  /** The view that the address names, when this admin may see it. */
  view: OpenView | null;
  /** It names one that is private or gone: the whole list is shown. */
  isMissing: boolean;
  /** The address with the filters of the view, where it has none of its own. */
  search: URLSearchParams;
};

/** The filters of an address: those of its view, until it says others. */
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

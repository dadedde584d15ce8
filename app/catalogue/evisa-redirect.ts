import { redirect } from "react-router";

/** Decision 8: the e-visa has a page of its own. */
export function loader() {
  return redirect("/bahamian-evisa", 301);
}

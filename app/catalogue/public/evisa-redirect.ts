import { redirect } from "react-router";

/** D8: the e-visa has a page of its own. */
export function loader() {
  return redirect("/bahamian-evisa", 301);
}

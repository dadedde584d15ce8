import { redirect } from "react-router";

/** The e-visa has a page of its own (D8). */
export function loader() {
  return redirect("/bahamian-evisa", 301);
}

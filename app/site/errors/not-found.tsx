import { data } from "react-router";
import { staticPage } from "~/ui/static-page";

export const handle = staticPage;

/** Any unknown URL. The layout's boundary shows the page for it. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

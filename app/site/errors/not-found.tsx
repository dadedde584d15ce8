import { data } from "react-router";

/** Any address that no page has. The layout's boundary shows the page for it. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}

import { Link, type LinkProps } from "react-router";

/**
 * Pages that the router can show without loading a document: those of an application and of the desk. Pages in the
 * site's layout are loaded as documents, because only the server renders it (`site/layout/server-drawn.tsx`).
 */
const isOfRouter = (to: LinkProps["to"]) =>
  typeof to !== "string" || /^(\/(apply\/(?!start\b)|application\/|admin\b)|[^/])/.test(to);

/** A link. Static pages have no data for the router: they are loaded as documents, from anywhere. */
export function PageLink(props: LinkProps) {
  return <Link reloadDocument={!isOfRouter(props.to)} discover="none" {...props} />;
}

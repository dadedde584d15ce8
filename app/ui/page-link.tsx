import { Link, type LinkProps } from "react-router";

/**
 * Pages that the router may show without loading a document: those of an application and of the desk. Those in the
 * site's frame are loaded with it, because the server alone draws it (`site/layout/server-drawn.tsx`).
 */
const isOfRouter = (to: LinkProps["to"]) =>
  typeof to !== "string" || /^(\/(apply\/(?!start\b)|application\/|admin\b)|[^/])/.test(to);

/** A link. Pages that are read have no data for the router (L-STILL-4): they are loaded as documents, from anywhere. */
export function PageLink(props: LinkProps) {
  return <Link reloadDocument={!isOfRouter(props.to)} discover="none" {...props} />;
}

// Static pages only: pages with effects, React or a token in the URL are loaded only when followed.
const read = ["/", "/services", "/services/*", "/visa/*", "/bahamas-immigration", "/bahamian-evisa", "/about"].concat([
  "/do-i-need-a-visa",
  "/blog",
  "/blog/*",
  "/faqs",
  "/forms",
  "/privacy-policy",
  "/terms",
  "/newsletter",
]);
const rules = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: read },
          { not: { href_matches: ["/services/views", "/blog/feed.xml", "/*\\?*token=*"] } },
        ],
      },
      eagerness: "moderate",
    },
  ],
};

/** `/speculation-rules.json`: what a browser may prefetch when a link is hovered. */
export function loader() {
  return new Response(JSON.stringify(rules), {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" },
  });
}

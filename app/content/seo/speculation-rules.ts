// Read pages alone: what acts, asks for React or holds a token in its address is loaded only when it is followed.
const read = ["/", "/services", "/services/*", "/visa/*", "/bahamas-immigration", "/bahamian-evisa", "/about"].concat([
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

/** `/speculation-rules.json`: what a browser may prepare once a link to it is pointed at (L-NAV-1, L-NAV-2). */
export function loader() {
  return new Response(JSON.stringify(rules), {
    headers: { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" },
  });
}

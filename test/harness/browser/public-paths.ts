/** The cached public pages that have an address of their own. */
export const cachedPaths = [
  "/",
  "/services",
  "/about",
  "/blog",
  "/contact",
  "/faqs",
  "/forms",
  "/privacy-policy",
  "/bahamas-immigration",
  "/bahamian-evisa",
] as const;

/** Every public page that has an address of its own; a service and a post stand for the others. */
export const publicPaths = [...cachedPaths, "/newsletter", "/verify", "/apply", "/apply/start"] as const;

/** Cached public pages with a fixed path. */
export const cachedPaths = [
  "/",
  "/services",
  "/about",
  "/blog",
  "/contact",
  "/do-i-need-a-visa",
  "/faqs",
  "/forms",
  "/privacy-policy",
  "/bahamas-immigration",
  "/bahamian-evisa",
] as const;

/** All public pages with a fixed path; one service and one post represent the others. */
export const publicPaths = [
  ...cachedPaths,
  "/consultation",
  "/newsletter",
  "/verify",
  "/apply",
  "/apply/start",
] as const;

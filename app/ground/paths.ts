// What the shell knows of the addresses in `routes.ts` before a route is asked, in the notation of that page. `:id` is
// what stands between two slashes, `:uuid` one of our ids, `*` all that follows.

export type PublicPage = {
  path: string;
  /** The id of the route that answers: with it the router's script says which loaders it wants. */
  route: string;
  /** The parameters that the page reads and whose values it lists itself, in their canonical order. */
  parameters?: readonly string[];
  /** What a visitor types freely: with it the page is rendered for this visitor, and not cached. */
  search?: string;
};

/** The ids of the routes around every public page, whose data the router's script may request with a page's own. */
export const publicFrames = ["root", "site/shell/layout"];

/**
 * The public pages that are cached: the same for everybody, whatever their cookies. Their loaders run without the
 * visitor's headers and with these parameters only; any other parameter is dropped.
 */
export const publicPages: readonly PublicPage[] = [
  { path: "/", route: "site/home/home" },
  { path: "/services", route: "catalogue/public/services", parameters: ["country"] },
  { path: "/visa/:slug", route: "catalogue/public/service" },
  { path: "/contact", route: "site/contact", parameters: ["service"] },
  { path: "/about", route: "site/about" },
  { path: "/blog", route: "content/posts/blog", parameters: ["category"] },
  { path: "/blog/:slug", route: "content/posts/post" },
  { path: "/faqs", route: "content/questions/questions", parameters: ["category"], search: "q" },
  { path: "/forms", route: "content/forms/forms", parameters: ["country"], search: "q" },
  { path: "/privacy-policy", route: "site/privacy-policy" },
  { path: "/bahamas-immigration", route: "site/immigration/bahamas-immigration" },
  { path: "/bahamian-evisa", route: "site/bahamian-evisa" },
];

/** What is for one person's eyes, with all that lies under it (D2). The newsletter's links are, too. */
const privateAreas = ["/admin", "/apply", "/application", "/documents"] as const;
const privatePath = new RegExp(`^(${privateAreas.join("|")}|/newsletter/\\w+)(/|\\.|$)`, "i");
/** Never stored, never indexed, its address never told to others. */
export const isPrivate = (path: string): boolean => privatePath.test(path);

/** What robots are not to ask for at all, and what of it they may read, so that its `noindex` is seen. */
export const forRobots = { disallow: [...privateAreas, "/functions"], allow: ["/apply/start$"] } as const;

/** The desk's page to which whoever is not signed in is led. */
export const loginPath = "/admin/login";
export const isOfAnApplication = (path: string): boolean => path.startsWith("/apply/");
export const isDocument = (path: string): boolean => path.startsWith("/documents/");

/** What is posted from no page of ours, and so without our Origin: what proves it instead. */
export const ownProofs: Partial<Record<string, "signature" | "token in its address">> = {
  "/webhooks/mail": "signature",
  "/newsletter/unsubscribe": "token in its address",
};

/** Forms with the answers of a step, by the router's script (`.data`) as well. */
export const isAnswers = anyOf(["/apply/:id", "/apply/:id/save"], { data: true });

/** Forms that bring a file along; those of a page by the router's script as well. */
const isUploadPage = anyOf(["/apply/:id/upload", "/apply/:id/documents"], { data: true });
const isUploadCall = anyOf(["/apply/:id/upload/save", "/apply/:id/documents/save", "/contact/upload"]);
export const isUpload = (path: string): boolean => isUploadPage(path) || isUploadCall(path);

/** The inquiry without script brings its five files along. */
export const isInquiry = anyOf(["/contact"]);

/**
 * What a page's script sends by itself, and what no browser does: refused in JSON, by the words that each looks for.
 */
export const isFetched = anyOf([
  "/apply/:id/save",
  "/apply/:id/upload/save",
  "/apply/:id/documents/save",
  "/contact/send",
  "/contact/upload",
  "/admin/session/sign-in",
  "/functions/*",
  "/webhooks/*",
]);

/**
 * A long form from a page without script, of an application or of the desk: once it was sent it is on no other page of
 * the browser.
 */
export const isLongForm = anyOf([
  "/apply/:id",
  "/apply/:id/withdraw",
  "/admin/applications/:uuid",
  "/admin/inquiries/:uuid",
  "/admin/services/:uuid",
  "/admin/services/new",
]);

const savePath = shape("/apply/:uuid/save", "i");
/** The application that the wizard's script saves a step of, from the target of its request. */
export const savedApplication = (target: string): string | undefined => savePath.exec(target)?.[1];

function shape(path: string, flags = ""): RegExp {
  const source = path
    .replace(":uuid", "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
    .replace(":id", "[^/.]+")
    .replace("*", ".*");
  return new RegExp(`^${source}$`, flags);
}

function anyOf(paths: readonly string[], { data = false } = {}): (path: string) => boolean {
  const shapes = paths.map((path) => shape(data ? `${path}(\\.data)?` : path));
  return (path) => shapes.some((one) => one.test(path));
}

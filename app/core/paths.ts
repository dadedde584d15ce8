// Properties of paths that the HTTP layer needs before the router, in the notation of `routes.ts`. `:id` is one
// segment, `:uuid` one of our ids, `*` the rest of the path.

export type PublicPage = {
  path: string;
  route: string;
  /** The search parameters that the page reads and whose values it lists itself, in canonical order. */
  parameters?: readonly string[];
  /** The page redirects other spellings and orders of its parameters, so these are not answered from the cache. */
  redirectsSpellings?: true;
  /** The parameter of a text search: with it the page is rendered for this visitor and not cached. */
  search?: string;
};

/**
 * The public pages that are cached: the same for everybody, whatever their cookies. Their loaders run without the
 * visitor's headers and with these parameters only; other parameters are dropped.
 */
export const publicPages: readonly PublicPage[] = [
  { path: "/", route: "site/home/home" },
  { path: "/services", route: "catalogue/public/services", parameters: ["country"] },
  { path: "/services/:slug", route: "catalogue/public/country" },
  { path: "/visa/:slug", route: "catalogue/public/service" },
  {
    path: "/do-i-need-a-visa",
    route: "site/entry-check/entry-check",
    parameters: ["passport", "to", "for"],
    redirectsSpellings: true,
  },
  { path: "/contact", route: "site/contact", parameters: ["service"] },
  { path: "/about", route: "site/about" },
  { path: "/blog", route: "content/posts/blog", parameters: ["category", "tag"] },
  { path: "/blog/:slug", route: "content/posts/post" },
  { path: "/faqs", route: "content/questions/questions", parameters: ["category"], search: "q" },
  { path: "/forms", route: "content/forms/forms", parameters: ["country"], search: "q" },
  { path: "/privacy-policy", route: "site/privacy-policy" },
  { path: "/terms", route: "site/terms" },
  { path: "/bahamas-immigration", route: "site/immigration/bahamas-immigration" },
  { path: "/bahamian-evisa", route: "site/bahamian-evisa" },
];

/**
 * Private pages with all paths below them. So are the mailed links of the newsletter, of reminders and of
 * consultations.
 */
const privateAreas = ["/admin", "/apply", "/application", "/documents"] as const;
const privatePath = new RegExp(
  `^(${privateAreas.join("|")}|/applications|/reminders|/newsletter/\\w+|/your-data/\\w+|/consultation/\\w+)(/|\\.|$)`,
  "i",
);
/** Private pages are never stored or indexed, and never sent to another site as referrer. */
export const isPrivate = (path: string): boolean => privatePath.test(path);

/** Returns the canonical path: without doubled or trailing slashes, in lower case if the page is public. */
export function normalizedPath(path: string): string {
  const normalized = path.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return isPrivate(normalized) ? normalized : normalized.toLowerCase();
}

/** For robots.txt: `allow` lists pages that robots must read to see their `noindex`. */
export const forRobots = { disallow: [...privateAreas, "/functions"], allow: ["/apply/start$"] } as const;

export const loginPath = "/admin/login";
/** The next page after a correct password if the account has a second factor. */
export const codePath = "/admin/login/code";
export const recoveryPath = "/admin/login/recovery";
/** The only page of the desk that opens while an admin's second factor is overdue. */
export const setUpPath = "/admin/account/second-factor";
/** The only page of the desk that opens for an admin without a name or with a password that somebody else chose. */
export const firstSignInPath = "/admin/first-sign-in";
export const invitationPath = "/admin/invitation";
/** Pages where a browser gains or loses access to an application, or lists its applications. */
export const isApplicants = (path: string): boolean => /^\/(apply|applications?)(\/|\.|$)/.test(path);
export const isOfAnApplication = (path: string): boolean => path.startsWith("/apply/");
/** A file that opens by itself, without a page around it: a document, its sample, or a form. */
export const isDocument = (path: string): boolean => /^\/(documents|samples)\/|^\/forms\/[^/]+\/download$/.test(path);

/** Paths that accept a POST without our Origin, because no page of ours sends it, and the proof needed instead. */
export const externalPostProofs: Partial<Record<string, "signature" | "token in its address">> = {
  "/webhooks/mail": "signature",
  "/webhooks/inbound-mail": "signature",
  "/newsletter/unsubscribe": "token in its address",
  "/reminders": "token in its address",
};

export const isStepForm = anyOf(["/apply/:id", "/apply/:id/save", "/admin/applications/:id/enter"], { data: true });

const isUploadPage = anyOf(["/apply/:id/upload", "/apply/:id/documents"], { data: true });
const isUploadCall = anyOf([
  "/apply/:id/upload/save",
  "/apply/:id/documents/save",
  "/apply/:id/requests/save",
  "/contact/upload",
  "/admin/pictures",
]);
export const isUpload = (path: string): boolean => isUploadPage(path) || isUploadCall(path);

export const isInboundMail = anyOf(["/webhooks/inbound-mail"]);

/** Without JavaScript, the form contains up to five files. */
export const isInquiry = anyOf(["/contact"]);

/** With up to ten documents. */
export const isDecision = anyOf(["/admin/applications/:id/decision"], { data: true });

/** With the samples of required documents, five at a time. */
export const isService = anyOf(["/admin/services/:id"], { data: true });

/** With the file of an import. */
export const isClientImport = anyOf(["/admin/people/import"], { data: true });

export const isContent = anyOf(["/admin/content/:id", "/admin/content/:id/:id"], { data: true });

/** With up to five files. */
const isMessagePage = anyOf(["/apply/:id/messages", "/admin/applications/:id/messages"], { data: true });
const isMessageCall = anyOf(["/apply/:id/messages/send", "/admin/applications/:id/messages/send"]);
export const isMessage = (path: string): boolean => isMessagePage(path) || isMessageCall(path);
/** Without JavaScript, the form contains all files. */
export const isRequestsForm = anyOf(["/apply/:id/requests"], { data: true });

/** Sent by a script or another program: refused with JSON instead of a page. */
export const isFetched = anyOf([
  "/apply/:id/save",
  "/apply/:id/upload/save",
  "/apply/:id/documents/save",
  "/apply/:id/documents/state",
  "/apply/:id/messages/send",
  "/admin/applications/:id/messages/send",
  "/apply/:id/requests/save",
  "/apply/:id/appointments/answer",
  "/apply/:id/email/again",
  "/apply/:id/email/change",
  "/apply/:id/withdraw/take-back",
  "/apply/:id/data/copy",
  "/contact/send",
  "/contact/upload",
  "/admin/pictures",
  "/admin/session/sign-in",
  "/admin/session/code",
  "/admin/session/confirm",
  "/functions/*",
  "/webhooks/*",
]);

/** Sent without JavaScript: a refusal's page must contain the input, because nothing else in the browser does. */
export const isLongForm = anyOf([
  "/apply/:id",
  "/apply/:id/withdraw",
  "/apply/:id/wrong",
  "/apply/:id/data",
  "/apply/:id/messages",
  "/admin/applications/:uuid",
  "/admin/applications/:uuid/messages",
  "/admin/applications/:uuid/decision",
  "/admin/applications/:uuid/key-dates",
  "/admin/replies",
  "/admin/applications/:uuid/fees",
  "/apply/:id/requests",
  "/admin/applications/:uuid",
  "/admin/applications/:uuid/requests",
  "/admin/applications/new",
  "/admin/applications/:uuid/enter",
  "/admin/inquiries/:uuid",
  "/admin/inquiries/:uuid/application",
  "/admin/inquiries/:uuid/consultation",
  "/admin/consultations/:uuid",
  "/admin/inquiries/new",
  "/admin/services/:uuid",
  "/admin/services/new",
  "/admin/content/:id",
  "/admin/content/:id/:id",
]);

const savePath = shape("/apply/:uuid/save", "i");
/** The application's id in the path of an autosave; undefined for other paths. */
export const savedApplication = (target: string): string | undefined => savePath.exec(target)?.[1];

function shape(path: string, flags = ""): RegExp {
  const source = path
    .replace(":uuid", "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
    .replaceAll(":id", "[^/.]+")
    .replace("*", ".*");
  return new RegExp(`^${source}$`, flags);
}

function anyOf(paths: readonly string[], { data = false } = {}): (path: string) => boolean {
  const shapes = paths.map((path) => shape(data ? `${path}(\\.data)?` : path));
  return (path) => shapes.some((shape) => shape.test(path));
}

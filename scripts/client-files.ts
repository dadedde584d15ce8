import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin, Rolldown } from "vite";

type Modules = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/** Kinds of pages, by what their scripts share. */
const ofSite = ["inquiry", "start", "site"] as const;
const ofApplication = ["wizard", "case", "correction"] as const;
const outside = [...ofSite, ...ofApplication] as const;
const inside = ["sign-in", "casework", "editing", "desk"] as const;
type Kind = "every" | (typeof outside)[number] | (typeof inside)[number];

/** Prefetched by every page after hydration, in case the connection is lost. */
const errorPages = "site/errors/error-pages.tsx";

const application = "cases/applicant-page/application.tsx";
const draftPage = "applications/wizard/draft-page.tsx";
const casePage = "cases/applicant-page/case-page.tsx";

/** Loaded lazily, and soon by every page of its kind. */
const partsOfPages: readonly [file: string, kind: Kind][] = [
  ["root.tsx", "every"],
  ["entry.client.tsx", "every"],
  [errorPages, "every"],
  ["inquiries/form/inquiry-form.tsx", "inquiry"],
  ["applications/start/form.tsx", "start"],
  // Loaded when an email field loses focus: it must not bring in the wizard.
  ["ui/forms/used-email.ts", "start"],
  // `/apply/{id}` is a page of both, and of visitors without access.
  [application, "case"],
  [draftPage, "wizard"],
  [casePage, "case"],
  ["cases/applicant-page/entry-views.ts", "case"],
  ["cases/requests/amendments/correcting/corrections.ts", "correction"],
];

/** The modules of hydrated pages, each with its kind. */
function kindsOfPages(routes: readonly RouteConfigEntry[], frame = ""): [file: string, kind: Kind][] {
  return routes.flatMap(({ path, file, children = [] }): [string, Kind][] => {
    const within = kindsOfPages(children, frame || (children.length > 0 ? file : ""));
    const kindsWithin = new Set(within.map(([, kind]) => kind));
    // A layout is loaded with every page in it.
    if (path === undefined && kindsWithin.size > 0)
      return [...[...kindsWithin].map((kind) => [file, kind] as [string, Kind]), ...within];
    if (readFileSync(`app/${file}`, "utf8").includes("handle = staticPage")) return within;
    return [[file, kindOf(path ?? "", file, frame)], ...within];
  });
}

function kindOf(path: string, file: string, frame: string): Kind {
  if (/^(cases\/(desk\/(step-preview|entering|case)|[\w-]+\/desk)|desk\/convert-inquiry)\//.test(file))
    return "casework";
  if (frame.startsWith("desk/")) return /^(content|catalogue)\//.test(file) ? "editing" : "desk";
  if (path.startsWith("admin/")) return file.startsWith("accounts/") ? "sign-in" : "desk";
  if (file === "site/contact.tsx") return "inquiry";
  if (file.startsWith("applications/start/")) return "start";
  if (frame) return /^(cases|privacy)\//.test(file) ? "case" : "site";
  return file === application ? "wizard" : "case";
}

/** The project may itself be in a folder named `app`. */
const fileOf = (id: string) => id.replace(/\?.*$/, "").replace(/^.*\/app\//, "");

/**
 * Chunks for shared modules: one for each set of kinds of pages. So no page loads a module that only other kinds need,
 * and nothing of the desk reaches a visitor (T-BYTES-3). Of modules shared with `/admin` a chunk only says whether
 * lists and layout need them too: the rest of the desk may load more than it needs.
 */
export function sharedFiles(routes: readonly RouteConfigEntry[]) {
  const kinds = Map.groupBy([...partsOfPages, ...kindsOfPages(routes)], ([file]) => file);
  const names = new Map<string, string | null>();
  const nameOf = (id: string, modules: Modules): string | null => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = fileOf(id) === errorPages ? null : nameOfSet(pagesThatNeed(id, modules, kinds));
    names.set(id, name);
    return name;
  };
  return setNames().map((name, index) => ({
    name: (id: string, modules: Modules) => (nameOf(id, modules) === name ? name : null),
    debugName: name,
    minShareCount: 2,
    // A module's dependencies join its chunk, unless they have one: those that most pages need come first.
    priority: 200 - index,
  }));
}

function pagesThatNeed(
  id: string,
  modules: Modules,
  kinds: ReadonlyMap<string, (readonly [string, Kind])[]>,
): Set<Kind> {
  const found = new Set<Kind>();
  const seen = new Set([id]);
  for (const module of seen) {
    const { importers, isLoaded } = needOf(module, modules);
    if (isLoaded) for (const [, kind] of kinds.get(fileOf(module)) ?? []) found.add(kind);
    for (const importer of importers) seen.add(importer);
  }
  return found;
}

/** Importers of a module, and whether a page or an `import()` names it. Cached: asking the bundler is slow. */
const needs = new Map<string, { importers: readonly string[]; isLoaded: boolean }>();
function needOf(id: string, modules: Modules) {
  const known = needs.get(id);
  if (known) return known;
  const info = modules.getModuleInfo(id);
  const need = {
    importers: info ? [...importersOf(id, info, modules)] : [],
    isLoaded: info !== null && (info.isEntry || info.dynamicImporters.length > 0),
  };
  needs.set(id, need);
  return need;
}

function nameOfSet(found: ReadonlySet<Kind>): string | null {
  if (found.has("every")) return "every";
  const site = ofSite.filter((kind) => found.has(kind));
  const application = ofApplication.filter((kind) => found.has(kind) && !(kind === "correction" && found.has("case")));
  const closed = inside.filter((kind) => found.has(kind));
  const lists = closed.filter((kind) => kind === "desk" || kind === "sign-in");
  if (site.length === 0) return [...application, ...(application.length > 0 ? lists : closed)].join("-") || null;
  // The site shares little: one chunk for what several of its pages need.
  const shared = [site.length > 1 ? "site" : site[0], ...(application.length > 0 ? ["application"] : [])];
  return [...shared, ...(site.length === 1 && lists.includes("sign-in") ? lists : [])].join("-");
}

/** All possible names, those with the most kinds first, and the desk's own last. */
function setNames(): string[] {
  const all: Kind[] = [...outside, ...inside];
  const sets = Array.from({ length: 2 ** all.length - 1 }, (_, set) =>
    all.filter((_kind, bit) => ((set + 1) >> bit) & 1),
  );
  const named = new Set(sets.toSorted((a, b) => size(b) - size(a)).flatMap((set) => nameOfSet(new Set(set)) ?? []));
  return ["every", ...named];
}
const size = (set: readonly Kind[]) => set.length + (outside.some((kind) => set.includes(kind)) ? inside.length : 0);

/** For an icon those that name it, because all of them import the list of icons. */
function importersOf(id: string, info: Rolldown.ModuleInfo, modules: Modules): readonly string[] {
  const list = info.importers.find((importer) => importer.endsWith("/lucide-react.mjs"));
  const file = /\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1];
  if (!list || !file) return info.importers;
  const names = new Set(
    linesOf(list)
      .find((line) => line.endsWith(`'./icons/${file}.mjs';`))
      ?.match(/(?<=default as )\w+/g),
  );
  return needOf(list, modules).importers.filter((importer) => iconsIn(importer).some((name) => names.has(name)));
}

let lines: string[] | undefined;
function linesOf(list: string): string[] {
  lines ??= readFileSync(list, "utf8").split("\n");
  return lines;
}

const icons = new Map<string, string[]>();
function iconsIn(id: string): string[] {
  const file = id.replace(/\?.*$/, "");
  const known = icons.get(file);
  if (known) return known;
  const lists = readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "lucide-react"/g);
  const named = [...lists].flatMap(([, list = ""]) => list.match(/\w+/g) ?? []);
  icons.set(file, named);
  return named;
}

const ofStaff = /^(accounts|desk|([\w-]+\/)+desk)\//;

/** What the two pages of `/apply/{id}` must not load initially (T-BYTES-4). */
export const apart: readonly [page: string, foreign: RegExp][] = [
  [draftPage, /^cases\/(appointments|decision|fees|key-dates|messages|requests|turn)\//],
  // Both show formatted answers.
  [
    casePage,
    /^(applications\/(steps|wizard\/(review|sections|wizard|step-form))|form-engine\/(?!answer-text|not-answered))/,
  ],
];

/**
 * Fails a build in which a page outside of `/admin` could request a module of the desk or of staff accounts
 * (T-BYTES-3), or in which a draft and a case load each other's code (T-BYTES-4).
 */
export function pagesStayApart(routes: readonly RouteConfigEntry[]): Plugin {
  const isOpen = new Set(
    [...partsOfPages, ...kindsOfPages(routes)]
      .filter(([, kind]) => !inside.some((importer) => importer === kind))
      .map(([file]) => file),
  );
  return {
    name: "pages-stay-apart",
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const files = new Map(chunks.map((file) => [file.fileName, file]));
      const pages = Map.groupBy(chunks, ({ facadeModuleId }) => fileOf(facadeModuleId ?? ""));
      const open = chunks.filter((file) => file.isEntry && isOpen.has(fileOf(file.facadeModuleId ?? "")));
      if (open.length === 0) this.error("The build has no page outside of /admin: is its list of files read rightly?");
      const found = staffModules(open, files);
      if (found.length > 0) this.error(`Pages outside of /admin ask for modules of staff:\n${found.join("\n")}`);
      for (const [page, foreign] of apart) {
        const loaded = [application, page].flatMap((file) => pages.get(file) ?? []);
        if (loaded.length < 2) this.error(`The build has no file of ${page}`);
        const more = foreignModules(loaded, files, foreign, { later: false });
        if (more.length > 0) this.error(`${page} loads what it should not:\n${more.join("\n")}`);
      }
    },
  };
}

type File = Pick<Rolldown.OutputChunk, "fileName" | "imports" | "dynamicImports"> & {
  modules: Record<string, { renderedLength: number }>;
};

/** Foreign modules that these files load, at once or also `later`, each with its chunk. */
export function foreignModules(
  pages: readonly File[],
  files: ReadonlyMap<string, File>,
  foreign: RegExp,
  { later }: { later: boolean },
): string[] {
  const pending = new Set(pages);
  for (const { imports, dynamicImports } of pending)
    for (const name of later ? [...imports, ...dynamicImports] : imports) {
      const file = files.get(name);
      if (file) pending.add(file);
    }
  return [...pending].flatMap(({ fileName, modules }) =>
    Object.entries(modules)
      // Nothing remains of an endpoint without a page.
      .filter(([id, { renderedLength }]) => renderedLength > 0 && foreign.test(fileOf(id)))
      .map(([id]) => `${fileName} holds ${fileOf(id)}`),
  );
}

export const staffModules = (pages: readonly File[], files: ReadonlyMap<string, File>): string[] =>
  foreignModules(pages, files, ofStaff, { later: true });

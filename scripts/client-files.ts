import { readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin, Rolldown } from "vite";

type Modules = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/** Kinds of pages, by what their scripts have in common. */
const outside = ["site", "wizard", "case"] as const;
const inside = ["sign-in", "casework", "editing", "desk"] as const;
type Kind = "every" | (typeof outside)[number] | (typeof inside)[number];

/** Fetched by every page once it has come to life, before the line may be gone. */
const errorPages = "site/errors/error-pages.tsx";

/** What is loaded on its own, and soon by every page of its kind. */
const partsOfPages: readonly [file: string, kind: Kind][] = [
  ["root.tsx", "every"],
  ["entry.client.tsx", "every"],
  [errorPages, "every"],
  ["inquiries/form/inquiry-form.tsx", "site"],
  ["applications/start/form.tsx", "site"],
  ["applications/case/status-view.tsx", "case"],
];

/** The files of pages that load React, each with its kind. */
function kindsOfPages(routes: readonly RouteConfigEntry[], frame = ""): [file: string, kind: Kind][] {
  return routes.flatMap(({ path, file, children = [] }): [string, Kind][] => {
    const within = kindsOfPages(children, frame || (children.length > 0 ? file : ""));
    const [first] = within;
    if (path === undefined && first) return [[file, first[1]], ...within];
    if (readFileSync(`app/${file}`, "utf8").includes("handle = stillPage")) return within;
    return [[file, kindOf(path ?? "", file, frame)], ...within];
  });
}

function kindOf(path: string, file: string, frame: string): Kind {
  if (/^(applications\/desk\/(walk|entering|case|appointments)|desk\/making)\//.test(file)) return "casework";
  if (frame.startsWith("desk/")) return /^(content|catalogue)\//.test(file) ? "editing" : "desk";
  if (path.startsWith("admin/")) return file.startsWith("accounts/") ? "sign-in" : "desk";
  if (frame) return /^(applications\/(held|case)|privacy)\//.test(file) ? "case" : "site";
  return file.startsWith("applications/wizard/") ? "wizard" : "case";
}

/** The project may itself be in a folder named `app`. */
const fileOf = (id: string) => id.replace(/\?.*$/, "").replace(/^.*\/app\//, "");

/**
 * Files of what pages share, by who needs it: one for each set of kinds. What a page of another kind needs alone is
 * then in no file that it loads, so that nothing of the desk comes to a visitor (T-BYTES-3). Of what is shared with
 * `/admin` a file says only whether lists and frame need it too: the rest of the desk may load more than it needs.
 */
export function sharedFiles(routes: readonly RouteConfigEntry[]) {
  const kinds = new Map([...partsOfPages, ...kindsOfPages(routes)]);
  const names = new Map<string, string | null>();
  const nameOf = (id: string, modules: Modules): string | null => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const name = fileOf(id) === errorPages ? null : nameOfSet(pagesThatNeed(id, modules, kinds));
    names.set(id, name);
    return name;
  };
  return setNames().map((name, place) => ({
    name: (id: string, modules: Modules) => (nameOf(id, modules) === name ? name : null),
    debugName: name,
    minShareCount: 2,
    // What a file depends on would come into it, unless it is in one already: those that most pages need are first.
    priority: 200 - place,
  }));
}

function pagesThatNeed(id: string, modules: Modules, kinds: ReadonlyMap<string, Kind>): Set<Kind> {
  const found = new Set<Kind>();
  const seen = new Set([id]);
  for (const one of seen) {
    const { importers, isLoaded } = needOf(one, modules);
    const kind = kinds.get(fileOf(one));
    if (kind && isLoaded) found.add(kind);
    for (const importer of importers) seen.add(importer);
  }
  return found;
}

/** What the bundler knows of a module: who imports it, and whether a page or an `import()` names it. Asking is slow. */
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
  const open = outside.filter((kind) => found.has(kind));
  const closed = inside.filter((kind) => found.has(kind));
  const lists = closed.filter((kind) => kind === "desk" || kind === "sign-in");
  // What the site shares with the application is little: one file, whichever of its pages need it.
  const shared = open.length > 1 && found.has("site") ? ["site", "application"] : open;
  const named = shared.join() === "site" && lists.join() === "desk" ? shared : [...shared, ...lists];
  return (open.length > 0 ? named : closed).join("-") || null;
}

/** All names that a set can have, those of the most kinds first, and the desk's own last. */
function setNames(): string[] {
  const all: Kind[] = [...outside, ...inside];
  const sets = Array.from({ length: 2 ** all.length - 1 }, (_, set) =>
    all.filter((_kind, bit) => ((set + 1) >> bit) & 1),
  );
  const named = new Set(
    sets.toSorted((one, other) => size(other) - size(one)).flatMap((set) => nameOfSet(new Set(set)) ?? []),
  );
  return ["every", ...named];
}
const size = (set: readonly Kind[]) => set.length + (outside.some((kind) => set.includes(kind)) ? inside.length : 0);

/** Who imports a module; of an icon those that name it, as all of them import the list of icons. */
function importersOf(id: string, info: Rolldown.ModuleInfo, modules: Modules): readonly string[] {
  const list = info.importers.find((one) => one.endsWith("/lucide-react.mjs"));
  const file = /\/icons\/([\w-]+)\.mjs$/.exec(id)?.[1];
  if (!list || !file) return info.importers;
  const names = new Set(
    linesOf(list)
      .find((one) => one.endsWith(`'./icons/${file}.mjs';`))
      ?.match(/(?<=default as )\w+/g),
  );
  return needOf(list, modules).importers.filter((one) => iconsIn(one).some((name) => names.has(name)));
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

/** Modules of the desk and of staff accounts. */
const ofStaff = /^(accounts|desk|(\w+\/)+desk)\//;

/**
 * Fails a build in which a page outside of `/admin` could ask for a file that holds a module of the desk or of staff
 * accounts (T-BYTES-3).
 */
export function deskStaysInside(routes: readonly RouteConfigEntry[]): Plugin {
  const isOpen = new Set(
    [...partsOfPages, ...kindsOfPages(routes)]
      .filter(([, kind]) => !inside.some((one) => one === kind))
      .map(([file]) => file),
  );
  return {
    name: "desk-stays-inside",
    generateBundle(_options, bundle) {
      if (this.environment.name !== "client") return;
      const files = Object.values(bundle).filter((file) => file.type === "chunk");
      const open = files.filter(({ isEntry, facadeModuleId }) => isEntry && isOpen.has(fileOf(facadeModuleId ?? "")));
      if (open.length === 0) this.error("The build has no page outside of /admin: is its list of files read rightly?");
      const found = staffModules(open, new Map(files.map((file) => [file.fileName, file])));
      if (found.length > 0) this.error(`Pages outside of /admin ask for modules of staff:\n${found.join("\n")}`);
    },
  };
}

type File = Pick<Rolldown.OutputChunk, "fileName" | "imports" | "dynamicImports"> & {
  modules: Record<string, { renderedLength: number }>;
};

/** The modules of staff in the files that these files ask for, at once or later, each with its file. */
export function staffModules(open: readonly File[], files: ReadonlyMap<string, File>): string[] {
  const asked = new Set(open);
  for (const { imports, dynamicImports } of asked)
    for (const name of [...imports, ...dynamicImports]) {
      const file = files.get(name);
      if (file) asked.add(file);
    }
  return [...asked].flatMap(({ fileName, modules }) =>
    Object.entries(modules)
      // Of an endpoint without a page nothing is left.
      .filter(([id, { renderedLength }]) => renderedLength > 0 && ofStaff.test(fileOf(id)))
      .map(([id]) => `${fileName} holds ${fileOf(id)}`),
  );
}

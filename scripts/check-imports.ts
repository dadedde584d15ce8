import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { program } from "./program.ts";

const file = resolve(".dependency-cruiser.cjs");
const { forbidden }: { forbidden: { name: string; to: { path?: string | string[] } }[] } = createRequire(
  import.meta.url,
)(file);

/** Returns what dependency-cruiser finds; undefined if nothing. */
const cruise = (cwd: string) => program("depcruise", ["--config", file, "app", "server"], cwd);

const inside = /^no-import-upwards-inside-/;
/** Folders with an order within their module, each with one that it must not import. */
const insideRules = forbidden
  .filter(({ name }) => inside.test(name))
  .map(({ name, to }) => ({
    folder: name.replace(inside, "app/"),
    above: [to.path ?? ""].flat().at(0)?.slice(1) ?? "",
  }));

/** Folders of these modules without a rule: any of their imports would pass. */
function unordered(): string | undefined {
  const known = insideRules.map(({ folder }) => folder);
  const modules = [...new Set(known.map((folder) => folder.split("/").slice(0, 2).join("/")))];
  const found = modules.flatMap((path) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${path}/${name}`)
      .filter((folder) => !known.some((candidate) => candidate === folder || candidate.startsWith(`${folder}/`))),
  );
  return found.length > 0 ? `not in the order of .dependency-cruiser.cjs: ${found.join(", ")}` : undefined;
}

/** For each rule one import that breaks it. */
function broken(): [from: string, to: string][] {
  const upwards = /^no-import-upwards-from-/;
  const modules = forbidden.filter(({ name }) => upwards.test(name)).map(({ name }) => name.replace(upwards, ""));
  const upward = modules.map((name): [string, string] => [`app/${name}/up.ts`, "server/main.ts"]);
  const within = insideRules.map(({ folder, above }): [string, string] => [`${folder}/up.ts`, `${above}one.ts`]);
  return [
    ...upward,
    ...within,
    ["app/ui/one.ts", "app/ui/other.ts"],
    ["app/ui/other.ts", "app/ui/one.ts"],
    ["app/config.server.ts", "app/ui/one.ts"],
    ["app/site/top.ts", "app/root.ts"],
    ["app/ui/reads.ts", "app/ui/rows.server.ts"],
    ["app/site/page.ts", "app/catalogue/desk/editor.tsx"],
    ["app/content/list.server.ts", "app/content/save-post.server.ts"],
    ["app/content/post.ts", "node:fs"],
  ];
}

/** Rules that did not report the import that breaks them. */
async function blindRules(): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "lucaya-imports-"));
  try {
    const imports = Map.groupBy(broken(), ([from]) => from);
    const files = new Set(broken().flat());
    for (const path of files) {
      if (path.startsWith("node:")) continue;
      const lines = (imports.get(path) ?? []).map(([, to]) => `import "${pathTo(path, to)}";`);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${lines.join("\n")}\nexport {};\n`);
    }
    writeFileSync(join(folder, "tsconfig.json"), "{}");
    const found = (await cruise(folder)) ?? "";
    const blind = forbidden.filter(({ name }) => !found.includes(`${name}:`));
    return blind.length > 0
      ? blind.map(({ name }) => `the rule ${name} did not report an import that breaks it`).join("\n")
      : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const pathTo = (from: string, to: string) =>
  to.startsWith("node:") ? to : `${"../".repeat(from.split("/").length - 1)}${to.replace(/\.tsx?$/, "")}`;

/**
 * Checks the import rules, that every folder of an ordered module has one, and that each rule reports an import that
 * breaks it: a rule that matches no file would always pass.
 */
export const checkImports = async (): Promise<string | undefined> => (await cruise(".")) || unordered() || blindRules();

import { globSync, readFileSync } from "node:fs";
import { createBuilder } from "vite";
import { checkImports } from "./check-imports.ts";
import { checkRegister } from "./check-register.ts";
import { checkRows, checkTitles } from "./check-rows.ts";
import { program } from "./program.ts";

/** Incremental: 4 s of CPU time instead of 30. */
const onlyChanged = ["--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"];

type Found = string | undefined | Promise<string | undefined>;
export type Check = { name: string; run: () => Found };

const lint = (cwd: string) => program("biome", ["ci", "--colors=off", "--error-on-warnings", "."], cwd);

const unused = (cwd: string, config: string, ...more: string[]) =>
  program("knip", ["--no-progress", "--config", config, ...more], cwd);

const code = ["{app,server,scripts,test,e2e,bench}/**/*.{ts,tsx,mjs}", "*.ts"];

/** Handwritten code; starter content, sample people and texts are data, and may be long. */
const written = () =>
  globSync(code)
    .filter((file) => !/^app\/(db\/(seed|migrations)|sample|site\/texts)\//.test(file))
    .map((file) => ({ file, lines: readFileSync(file, "utf8").trimEnd().split("\n") }));

const joined = (found: string[]) => (found.length > 0 ? found.join("\n") : undefined);

function longFiles(): string | undefined {
  const long = written().filter(({ lines }) => lines.length > 400);
  return joined(long.map(({ file, lines }) => `${file} has ${lines.length} lines`));
}

/** Comments over 120 columns. The formatter wraps code, and texts may be long. */
export const wideComments = ({ file, lines }: { file: string; lines: string[] }): string[] =>
  lines.flatMap((line, index) =>
    /^\s*(\/\/|\/?\*|\{\/\*)/.test(line) && [...line].length > 120 ? `${file}:${index + 1} is over 120 columns` : [],
  );

/**
 * Reads of a request's body, allowed only in `app/request-bodies` and where the HTTP layer discards bodies (decision
 * 0016).
 */
const bodyReading = /\b(?:request|req|raw)(?:\.clone\(\))?\.(?:formData|text|json|arrayBuffer|blob|bytes|body)\b/;

/** A route's `clientAction` and its helpers run in the browser. */
function strayReaders(folders: string[]): string | undefined {
  const stray = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
    .filter(
      (file) =>
        !/^app\/request-bodies\/|^app\/ui\/forms\/(recovery\/submit-or-keep-page|or-unreachable)\.ts$|\.test\.ts$/.test(
          file,
        ),
    )
    .filter((file) => bodyReading.test(readFileSync(file, "utf8")));
  return joined(stray.map((file) => `${file} reads a body: use app/request-bodies`));
}

/** A `pathname` used as a path, or a path as a URL: they differ in special characters. */
const addressAsPath = /import\.meta\.(url|resolve\([^()]*\))\)?\s*\.pathname|`file:\/\/\$\{/;

function addressesAsPaths(files: string[]): string | undefined {
  const found = files.filter((file) => addressAsPath.test(readFileSync(file, "utf8")));
  return joined(found.map((file) => `${file} takes an address for a path: use fileURLToPath or pathToFileURL`));
}

/** The words that the glossary refuses in exported names, in lower case. */
const refusedWords = () => {
  const [, list = ""] = /^Refused in exported names: (.+)$/m.exec(readFileSync("docs/GLOSSARY.md", "utf8")) ?? [];
  return new Set([...list.matchAll(/`(\w+)`/g)].map(([, word]) => word));
};

/** Exported names with a word that the glossary replaces: `anewMessage` has `anew`. */
export function refusedNames(files: { file: string; lines: string[] }[], refused = refusedWords()): string[] {
  if (refused.size === 0) return ["docs/GLOSSARY.md has no list of words"];
  const exported = /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/;
  return files.flatMap(({ file, lines }) =>
    lines.flatMap((line) => {
      const name = exported.exec(line)?.[1] ?? "";
      const word = name.match(/[A-Z]?[a-z]+/g)?.find((part) => refused.has(part.toLowerCase()));
      return word ? `${file}: ${name}: docs/GLOSSARY.md has a better word for “${word}”` : [];
    }),
  );
}

/** Builds the client without writing it: fails if pages load foreign code. */
async function buildForBrowsers(): Promise<string | undefined> {
  try {
    const builder = await createBuilder({ logLevel: "silent", environments: { client: { build: { write: false } } } });
    const { client } = builder.environments;
    if (!client) return "the configuration has no build for browsers";
    await builder.build(client);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

export const checks: Check[] = [
  {
    name: "types",
    run: async () => (await program("react-router", ["typegen"])) || program("tsc", ["--noEmit", ...onlyChanged]),
  },
  { name: "lint and format", run: () => lint(".") },
  { name: "import rules", run: checkImports },
  {
    name: "one reader of bodies",
    run: () =>
      strayReaders(["app", "server"]) ??
      (strayReaders(["test/boundaries"]) ? undefined : "the check did not see a second reader"),
  },
  {
    name: "no address taken for a path",
    run: () =>
      addressesAsPaths(globSync(code, { exclude: ["test/boundaries/**"] })) ??
      (addressesAsPaths(["test/boundaries/app/site/address-as-path.ts"])
        ? undefined
        : "the check did not see an address taken for a path"),
  },
  { name: "no file over 400 lines", run: longFiles },
  { name: "every row and decision that is cited", run: checkRows },
  { name: "one to three rows in a title", run: checkTitles },
  {
    name: "no exported name with a word of the glossary’s left column",
    run: () =>
      joined(refusedNames(written().filter(({ file }) => /^(app|server|scripts)\/(?!.*\.test\.)/.test(file)))) ??
      (refusedNames([{ file: "made-up", lines: ["export const anewMessage = 1;"] }]).length > 0
        ? undefined
        : "the check did not see such a name"),
  },
  { name: "no page with foreign code", run: buildForBrowsers },
  { name: "every column in the data inventory", run: checkRegister },
  {
    name: "no function over 120 lines",
    // The linter reports them above; this checks that its rule is still on.
    run: async () =>
      (await lint("test/boundaries/long"))?.includes("too many lines")
        ? undefined
        : "the linter did not see a long function",
  },
  {
    name: "nothing that nobody uses",
    run: async () =>
      (await unused(".", "knip.jsonc", "--cache")) ||
      ((await unused("test/boundaries", "../../knip.jsonc"))?.includes("Unused exports")
        ? undefined
        : "the check did not see an export that nobody imports"),
  },
  {
    name: "no comment over 120 columns",
    run: () =>
      joined(written().flatMap(wideComments)) ??
      (wideComments({ file: "made-up", lines: [`/** ${"x".repeat(120)} */`] }).length > 0
        ? undefined
        : "the check did not see a wide comment"),
  },
];

/** Runs the checks, two at a time, and prints each with its seconds. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const count = { passed: 0, failed: 0 };
  const waiting = [...checks];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const began = performance.now();
      const failure = await next.run();
      const name = `${next.name} (${((performance.now() - began) / 1000).toFixed(1)} s)`;
      count[failure ? "failed" : "passed"] += 1;
      console.log(failure ? `✗ ${name}\n${failure}` : `✓ ${name}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return count;
}

if (import.meta.main) {
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

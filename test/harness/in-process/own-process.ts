import { globSync, readFileSync } from "node:fs";

/**
 * The test files among `patterns` that replace a module or a variable of the environment: what they import has to be
 * read anew, in a process of their own.
 */
export const inOwnProcess = (patterns: string[]): string[] =>
  globSync(patterns).filter((file) =>
    /vi\.(mock|doMock|resetModules|stubEnv|stubGlobal)\(|process\.env\b/.test(readFileSync(file, "utf8")),
  );

import { globSync, readFileSync } from "node:fs";

const alters = /vi\.(mock|doMock|resetModules|stubEnv|stubGlobal)\(|process\.env\b|pool\.end\(|rememberDatabaseUrl\(/;

/**
 * The test files among `patterns` that replace a module or a variable of the environment, or end the database pool:
 * they need a process of their own, because the other files of a worker share what they import.
 */
export const inOwnProcess = (patterns: string[]): string[] =>
  globSync(patterns).filter((file) => alters.test(readFileSync(file, "utf8")));

import { globSync, readFileSync } from "node:fs";

// Reading a variable is harmless, and `TZ` is read at each use: tests that set it restore it.
const alters =
  /vi\.(mock|doMock|resetModules|stubEnv|stubGlobal)\(|process\.env\.(?!TZ)\w+ =|assign\(process\.env|pool\.end\(|rememberDatabaseUrl\(|work: true/;

/**
 * The test files among `patterns` that mock a module, change the environment, or end the database pool: they need their
 * own process, because the other files of a worker share imports.
 */
export const inOwnProcess = (patterns: string[]): string[] =>
  globSync(patterns).filter((file) => alters.test(readFileSync(file, "utf8")));

/**
 * Not verbs but background work, whole documents and archives, which take longer than the rest of their folder. Left to
 * `npm run test:all`.
 */
export const longWork = [
  "app/cases/receipt/tests/case-pdf.test.ts",
  "app/cases/receipt/desk/zip-case.test.ts",
  "app/applications/migrate-steps/migrate-all.test.ts",
  "app/applications/stored-answers/certificate-later.test.ts",
  "app/documents/inspect/measure-rates.test.ts",
  "app/mail/delivery.test.ts",
  "app/mail/smtp.test.ts",
  "app/privacy/copies/copies.test.ts",
  "app/sample/load-sample.test.ts",
];

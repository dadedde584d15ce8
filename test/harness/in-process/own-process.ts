import { globSync, readFileSync } from "node:fs";

// Reading a variable is nobody's loss, and `TZ` is read at each use: who sets it puts it back.
const alters =
  /vi\.(mock|doMock|resetModules|stubEnv|stubGlobal)\(|process\.env\.(?!TZ)\w+ =|assign\(process\.env|pool\.end\(|rememberDatabaseUrl\(|work: true/;

/**
 * The test files among `patterns` that replace a module or a variable of the environment, or end the database pool:
 * they need a process of their own, because the other files of a worker share what they import.
 */
export const inOwnProcess = (patterns: string[]): string[] =>
  globSync(patterns).filter((file) => alters.test(readFileSync(file, "utf8")));

/**
 * No verbs: work in the background, whole documents and archives, which takes longer than all the rest of its folder.
 * Left to `npm run test:all`.
 */
export const longWork = [
  "app/cases/receipt/tests/case-pdf.test.ts",
  "app/cases/receipt/desk/zip-case.test.ts",
  "app/applications/migration/migrate-all.test.ts",
  "app/applications/submission/certificate-later.test.ts",
  "app/mail/delivery.test.ts",
  "app/mail/smtp.test.ts",
  "app/privacy/copies/copies.test.ts",
  "app/sample/load-sample.test.ts",
];

import { mkdir, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { TestRunner } from "vitest";

// Screenshots of failed tests: a failure that is rare can't be reproduced.

const folder = "test-results/at-failure";
const open = new Set<BrowserContext>();

/** Captures this browser's pages when a test fails: before it is closed, or after the test. */
export function shownAtFailure(context: BrowserContext): void {
  open.add(context);
  const close = context.close.bind(context);
  context.close = async (options) => {
    if (open.delete(context)) await showPages([context]);
    await close(options);
  };
}

export const showOpenPages = (): Promise<void> => showPages([...open]);

async function showPages(contexts: readonly BrowserContext[]): Promise<void> {
  const test = TestRunner.getCurrentTest();
  if (test?.result?.state !== "fail") return;
  const file = relative(process.cwd(), test.file.filepath).replaceAll("/", "-").replace(".test.ts", "");
  const name = `${file} ${/^\[[^\]]*\]/.exec(test.name)?.[0] ?? test.id}`;
  const pages = contexts.flatMap((context) => context.pages());
  await mkdir(folder, { recursive: true });
  for (const [index, page] of pages.entries()) await show(page, `${name} ${index + 1}`).catch(() => undefined);
}

async function show(page: Page, name: string): Promise<void> {
  const timeout = 5000;
  const text = (await page.locator("#main, dialog[open], body").last().textContent({ timeout })) ?? "";
  console.log(`${name}: ${page.url()}\n${text.replaceAll(/\s*\n\s*/g, " | ").slice(0, 1500)}\n`);
  await writeFile(`${folder}/${name}.html`, await page.content());
  await page.screenshot({ path: `${folder}/${name}.png`, timeout });
}

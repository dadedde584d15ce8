import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** JavaScript that a public page with a form may ask for, in KB of 1,024 bytes as brotli: L-STILL-3. */
export const publicLimit = 112;

/** The files that scripts, module preloads, style sheets and the page's inline module name; each once. */
export function filesOf(html: string): string[] {
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? [];
  const asked = tags.flatMap((tag) => {
    if (tag.startsWith("<link") && !/rel="(modulepreload|stylesheet)"/.test(tag)) return [];
    return /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? [];
  });
  const inline = (html.match(/<script[^>]*type="module"[^>]*>[\s\S]*?<\/script>/g) ?? []).flatMap(
    (script) => script.match(/\/assets\/[\w.~-]+\.js/g) ?? [],
  );
  return [...new Set([...asked, ...inline])].filter((file) => file.startsWith("/assets/"));
}

/** What the files of one kind weigh together as they are sent, in KB of 1,024 bytes. */
export function kilobytes(files: readonly string[], ending: ".js" | ".css"): number {
  return files.filter((file) => file.endsWith(ending)).reduce((total, file) => total + weigh(file), 0) / 1024;
}

function weigh(file: string): number {
  const path = join("build/client", file);
  return existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length;
}

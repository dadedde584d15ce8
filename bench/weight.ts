import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { admin, type Program } from "../test/program.ts";
import { makeApplicants } from "./applicants.ts";
import { figure, type Line, ratio } from "./table.ts";

/** JavaScript and CSS that a page asks for, as brotli, beside the limit of the design. */
export async function measureWeight(program: Program): Promise<Line[]> {
  const [person] = await makeApplicants(program, 1);
  const desk = await signIn(program);
  const pages: { name: string; path: string; cookie?: string; limit: number }[] = [
    { name: "home", path: "/", limit: 115 },
    { name: "service", path: "/visa/us-travel-b1-b2-visa", limit: 115 },
    { name: "start", path: "/apply", limit: 115 },
    { name: "wizard step", path: `/apply/${person?.id}`, cookie: person?.cookie ?? "", limit: 170 },
    { name: "admin sign-in", path: "/admin/login", limit: 250 },
    { name: "admin list", path: "/admin/applications", cookie: desk, limit: 250 },
  ];
  const lines: Line[] = [];
  for (const { name, path, cookie, limit } of pages) {
    const response = await fetch(`${program.url}${path}`, {
      headers: cookie ? { Cookie: cookie } : {},
      redirect: "manual",
    });
    const html = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    const files = filesOf(html);
    const sum = (ending: string) =>
      files.filter((file) => file.endsWith(ending)).reduce((total, file) => total + weigh(file), 0) / 1024;
    const script = sum(".js");
    lines.push({
      what: `${name}, ${files.length} files`,
      measured: `${figure(script)} KB JS, ${figure(sum(".css"))} KB CSS`,
      beside: `limit ${limit} KB JS; HTML ${figure(brotliCompressSync(html).length / 1024)} KB`,
      ratio: ratio(script / limit),
    });
  }
  return lines;
}

/** What scripts, module preloads, style sheets and the page's own inline module name; each file once. */
function filesOf(html: string): string[] {
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

function weigh(file: string): number {
  const path = join("build/client", file);
  return existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length;
}

async function signIn({ url }: Program): Promise<string> {
  const response = await fetch(`${url}/admin/login`, {
    method: "POST",
    headers: { Origin: url },
    body: new URLSearchParams(admin),
    redirect: "manual",
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (cookies.length === 0) throw new Error(`The desk could not sign in: ${response.status}`);
  return cookies.join("; ");
}

import { brotliCompressSync } from "node:zlib";
import { publicPaths } from "../test/harness/browser/public-paths.ts";
import { admin, type Program } from "../test/harness/program.ts";
import { filesOf, kilobytes, publicLimit } from "../test/harness/weight.ts";
import { makeApplicants } from "./applicants.ts";
import { figure, type Line, ratio } from "./table.ts";

/** JavaScript and CSS that a page asks for, as brotli, beside the limit of the design. */
export async function measureWeight(program: Program): Promise<Line[]> {
  const [person] = await makeApplicants(program, 1);
  const desk = await signIn(program);
  const slug = async (table: string) => {
    const where = table === "blog_posts" ? "published" : "is_active";
    const [row] = await program.query<{ slug: string }>(
      `select slug from ${table} where ${where} order by slug limit 1`,
    );
    return row?.slug;
  };
  const open = [...publicPaths, `/visa/${await slug("visa_services")}`, `/blog/${await slug("blog_posts")}`].map(
    (path) => ({ name: path, path, limit: publicLimit }),
  );
  const pages: { name: string; path: string; cookie?: string; limit: number }[] = [
    ...open,
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
    const script = kilobytes(files, ".js");
    lines.push({
      what: `${name}, ${files.length} files`,
      measured: `${figure(script)} KB JS, ${figure(kilobytes(files, ".css"))} KB CSS`,
      beside: `limit ${limit} KB JS; HTML ${figure(brotliCompressSync(html).length / 1024)} KB`,
      ratio: ratio(script / limit),
    });
  }
  return lines;
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

import { type AppServer, emptyDataDir } from "../test/harness/app-server.ts";
import { fetchOnce, loadPage, type Measured, type Pace } from "./answers.ts";
import { median, memoryOf } from "./machine.ts";
import { nginxPath, startNginx } from "./nginx.ts";
import { figure, type Line, ratio, spread } from "./table.ts";

const asBrowser = { Accept: "text/html", "Accept-Encoding": "gzip, deflate, br, zstd" };

/** Cached pages per second, compared to nginx with the same bytes, and to the same pages rendered; interleaved. */
export async function measureSite(app: AppServer, pace: Pace): Promise<Line[]> {
  const path = nginxPath();
  if (!path) throw new Error("There is no nginx to compare with. Install it: apt-get install nginx-light");
  const [post] = await app.query<{ slug: string }>("select slug from blog_posts where published limit 1");
  const pages = { home: "/", service: "/visa/us-travel-b1-b2-visa", post: `/blog/${post?.slug}` };
  const port = Number(new URL(app.url).port);
  const site = [];
  for (const address of Object.values(pages)) {
    // The second response comes from memory.
    await fetchOnce(port, address, asBrowser);
    const { headers, body } = await fetchOnce(port, address, asBrowser);
    if (headers["cache-status"] !== "lucaya; hit") throw new Error(`${address} is not kept`);
    const same = Object.entries(headers).filter(([name]) => !/^(content-(type|length)|date|connection)$/.test(name));
    site.push({
      path: address,
      headers: Object.fromEntries(same.map(([name, value]) => [name, String(value)])),
      body: Buffer.from(body, "base64"),
    });
  }
  const nginx = await startNginx(path, await emptyDataDir(), site);
  try {
    const lines: Line[] = [];
    for (const [number, [name, address]] of Object.entries(pages).entries()) {
      const own = { port, pids: [app.child.pid ?? 0] };
      const otherServer = { port: nginx.port, pids: nginx.pids() };
      const load = (target: typeof own, anew = false) =>
        loadPage(target, address, asBrowser, anew ? Math.min(3, pace.seconds) : pace.seconds, anew);
      await loadPage(own, address, asBrowser, 2);
      await loadPage(otherServer, address, asBrowser, 1);
      const rounds: { cached: Measured; nginx: Measured; rendered: Measured }[] = [];
      for (let round = 0; round < pace.rounds; round++)
        rounds.push({ cached: await load(own), nginx: await load(otherServer), rendered: await load(own, true) });
      const size = figure((site[number]?.body.length ?? 0) / 1024);
      lines.push(...linesOf(`${name} (${size} KB)`, rounds));
    }
    return lines;
  } finally {
    await nginx.stop();
  }
}

type Rounds = { cached: Measured; nginx: Measured; rendered: Measured }[];

function linesOf(name: string, rounds: Rounds): Line[] {
  const each = (who: keyof Rounds[number], key: keyof Measured) => rounds.map((round) => round[who][key]);
  const share = (who: "nginx" | "rendered", key: keyof Measured) =>
    ratio(median(rounds.map((round) => round.cached[key] / round[who][key])));
  const times = (who: keyof Rounds[number]) =>
    `${figure(median(each(who, "p50")))} / ${figure(median(each(who, "p99")))} ms`;
  return [
    {
      what: `${name}, from memory`,
      measured: `${figure(median(each("cached", "rate")))}/s${spread(each("cached", "rate"))}`,
      reference: `nginx ${figure(median(each("nginx", "rate")))}/s (goal: half of it)`,
      ratio: share("nginx", "rate"),
    },
    { what: "  p50 / p99", measured: times("cached"), reference: `nginx ${times("nginx")}` },
    {
      what: "  processor time a page",
      measured: `${figure(median(each("cached", "processor")) * 1e6)} µs`,
      reference: `nginx ${figure(median(each("nginx", "processor")) * 1e6)} µs`,
      ratio: share("nginx", "processor"),
    },
    {
      what: "  beside rendered, compressed and kept anew",
      measured: "",
      reference: `${figure(median(each("rendered", "rate")))}/s, p99 ${figure(median(each("rendered", "p99")))} ms`,
      ratio: share("rendered", "rate"),
    },
  ];
}

/** The time from a change's commit until a response shows it, and the memory of a thousand cached pages. */
export async function measureKeeping(app: AppServer): Promise<Line[]> {
  const read = async (path: string) => (await fetch(app.url + path)).text();
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    await read("/");
    await read("/");
    const phone = `+1 242 555 ${1000 + round}`;
    const before = performance.now();
    await app.query("update site_settings set value = to_jsonb($1::text) where key = 'contact_phone'", [phone]);
    const committed = performance.now();
    while (!(await read("/")).includes(phone));
    times.push(performance.now() - Math.max(before, committed));
  }
  const pid = app.child.pid ?? 0;
  const at = async (name: string) =>
    Number(new RegExp(`^lucaya_kept_${name} (\\d+)`, "m").exec(await app.metrics())?.[1]);
  await app.query(`insert into blog_posts (slug, title, excerpt, content, category, author, published, published_at)
    select 'copy-' || n, title || ' ' || n, excerpt, content, 'Copy ' || n, author, true, published_at
    from (select * from blog_posts where published limit 1) as post, generate_series(1, 1000) as n`);
  await read("/");
  const empty = memoryOf([pid]).resident;
  for (let number = 1; number <= 1000; number++) await read(`/blog/copy-${number}`);
  const full = memoryOf([pid]).resident;
  const [pages, bytes] = [await at("pages"), await at("bytes")];
  await app.query("delete from blog_posts where slug like 'copy-%'");
  return [
    {
      what: "from a change's commit to the first answer that shows it",
      measured: `${figure(median(times))} ms (worst ${figure(Math.max(...times))})`,
      reference: "rendering included",
    },
    {
      what: `memory with ${figure(pages)} pages kept`,
      measured: `${figure(bytes / 1024 / 1024)} MB of pages, ${figure(full)} MB resident in all`,
      reference: `${figure(empty)} MB before`,
    },
  ];
}

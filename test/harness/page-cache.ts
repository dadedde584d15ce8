import type { Program } from "./program";
import { type Heard, type Said, sayTo } from "./raw-request";
import { until } from "./visitor";

export const site = "https://visas.example";

export const outcome = ({ headers }: Heard) => headers["cache-status"] ?? "";

/** A program's kept pages, as somebody asks for them and as its metrics count them. */
export function keptPages(program: () => Program) {
  const say = (target: string, { lines = ["Host: visas.example"], ...said }: Partial<Said> = {}) =>
    sayTo(program().url, target, { lines, ...said });
  const held = async () => {
    return Number(/lucaya_kept_pages (\d+)/.exec(await program().metrics())?.[1]);
  };
  return {
    say,
    /** How many pages are kept. */
    held,
    /** The page once it is kept. */
    kept: (path: string) =>
      until(`${path} is kept`, async () => {
        const heard = await say(path);
        return outcome(heard) === "lucaya; hit" ? heard : undefined;
      }),
    /** Nothing is kept any more, and what comes next is rendered anew. */
    async forget() {
      await program().query("update site_settings set value = value");
      await until("nothing is kept", async () => (await held()) === 0);
    },
  };
}

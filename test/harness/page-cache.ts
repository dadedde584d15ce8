import type { AppServer } from "./app-server";
import { until } from "./http-client";
import { type Heard, type RawRequest, sayTo } from "./raw/request";

export const site = "https://visas.example";

export const outcome = ({ headers }: Heard) => headers["cache-status"] ?? "";

/** An app's page cache, by requests and by its metrics. */
export function cachedPages(app: () => AppServer) {
  const send = (target: string, { lines = ["Host: visas.example"], ...request }: Partial<RawRequest> = {}) =>
    sayTo(app().url, target, { lines, ...request });
  const count = async () => {
    return Number(/lucaya_kept_pages (\d+)/.exec(await app().metrics())?.[1]);
  };
  return {
    send,
    /** The number of cached pages. */
    count,
    /** The page once it is cached. */
    cached: (path: string) =>
      until(`${path} is cached`, async () => {
        const response = await send(path);
        return outcome(response) === "lucaya; hit" ? response : undefined;
      }),
    /** Empties the cache: the next request is rendered. */
    async clear() {
      await app().query("update site_settings set value = value");
      await until("nothing is cached", async () => (await count()) === 0);
    },
  };
}

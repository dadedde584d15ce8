import type { visaServiceViews } from "~/db/schema/catalogue";
import { type ServiceSlug, serviceSlugs } from "~/db/seed/starter/shape";
import { type Clock, day, hour } from "./clock";
import { type Random, seeded } from "./random";

export const viewCount = 4000;

/** How often each service is viewed, relative to the others. */
const popularity: Record<ServiceSlug, number> = {
  "bahamian-evisa": 27,
  "us-travel-b1-b2-visa": 18,
  "bahamas-work-visa": 14,
  "canadian-visitor-visa-trv": 8,
  "permit-to-reside": 7,
  "us-student-f-1-visa": 6,
  "uk-visitor-visa": 5.5,
  "permanent-residence": 4.5,
  "schengen-visitor-visa": 3,
  "canadian-eta": 2.5,
  "uae-tourist-visa": 1.5,
  "uk-transit-visa": 1.2,
  "barbados-welcome-stamp": 0.8,
  "jamaica-visitor-visa": 0.6,
  "australia-visitor-visa": 0.4,
};

/** January to December: visitors in winter, students in summer, a quiet September. */
const season = [1.35, 1.3, 1.25, 1.05, 1, 1.05, 1.1, 0.95, 0.7, 0.85, 1, 1.15];
/** Sunday to Saturday. */
const week = [0.55, 1.2, 1.25, 1.2, 1.1, 0.95, 0.7];
/** From midnight in Nassau time. */
const hours = [2, 1, 1, 0.5, 0.5, 1, 2, 4, 6, 8, 9, 9, 8, 8, 8, 7, 7, 6, 6, 8, 10, 9, 7, 4].map(
  (weight, index) => [index, weight] as const,
);

const referrers: readonly (readonly [string | null, number])[] = [
  ["https://www.google.com/", 44],
  [null, 27],
  ["https://www.bing.com/", 4],
  ["https://duckduckgo.com/", 3],
  ["https://www.facebook.com/", 6],
  ["https://l.instagram.com/", 5],
  ["https://chatgpt.com/", 4],
  ["https://www.reddit.com/", 1.5],
  ["https://www.tripadvisor.com/", 1.5],
  ["https://uk.search.yahoo.com/", 1],
];

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const agents: readonly (readonly [string, number])[] = [
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
    27,
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/150.0.0.0 Mobile Safari/537.36`, 24],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/148.0.0.0 Mobile Safari/537.36`, 9],
  [`Mozilla/5.0 (Linux; Android 14; SM-A256E) ${webkit} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`, 6],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36`, 17],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`, 6],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15",
    6,
  ],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:152.0) Gecko/20100101 Firefox/152.0", 3],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/149.0.0.0 Safari/537.36`, 2],
];

type ViewRow = typeof visaServiceViews.$inferInsert;

/** A year of visits: a session views one service, or compares a few within some minutes. */
export function sampleViews(clock: Clock, services: ReadonlyMap<string, { id: string }>): ViewRow[] {
  const random = seeded("views");
  const popular = serviceSlugs.flatMap((slug) => {
    const id = services.get(slug)?.id;
    return id ? [[id, popularity[slug]] as const] : [];
  });
  if (popular.length === 0) return [];
  const days = Array.from({ length: 365 }, (_, ago) => [ago, crowd(random, clock, ago)] as const);
  const rows: ViewRow[] = [];
  while (rows.length < viewCount) {
    const sessionId = random.uuid();
    const userAgent = random.weighted(agents);
    let referrer = random.weighted(referrers);
    let viewedAt = clock.ago(random.weighted(days), random.weighted(hours) + random.next());
    const seen = new Set<string>();
    for (
      let looks = random.weighted([
        [1, 62],
        [2, 23],
        [3, 10],
        [5, 5],
      ] as const);
      looks > 0;
      looks--
    ) {
      const serviceId = random.weighted(popular);
      if (seen.has(serviceId) || rows.length === viewCount || viewedAt > clock.now) continue;
      seen.add(serviceId);
      rows.push({ serviceId, sessionId, userAgent, referrer, isSample: true, viewedAt });
      viewedAt = new Date(viewedAt.getTime() + (0.2 + random.next() * 4) * (hour / 60));
      // From the second page on, the referrer is the site itself, which isn't stored.
      referrer = null;
    }
  }
  return rows;
}

/** Visits per day: by month and weekday, slowly growing, with some random peaks. */
function crowd(random: Random, clock: Clock, ago: number): number {
  const date = new Date(clock.now.getTime() - ago * day);
  const growth = 1.35 - (ago / 365) * 0.7;
  const burst = random.chance(0.03) ? 1.9 : 0.8 + random.next() * 0.4;
  return (season[date.getUTCMonth()] ?? 1) * (week[date.getUTCDay()] ?? 1) * growth * burst;
}

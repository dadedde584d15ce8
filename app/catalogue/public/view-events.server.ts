import { sql } from "drizzle-orm";
import { isbot } from "isbot";
import { z } from "zod";
import { db } from "~/db/client.server";
import { log } from "~/log.server";

const viewEvent = z.object({
  service: z.uuid(),
  session: z.string().regex(/^[\w-]{16,64}$/),
  referrer: z.string().max(2_000).default(""),
});

type Visitor = { origin: string; userAgent: string; clientHints: string };
type View = { serviceId: string; sessionId: string; userAgent: string; referrer: string | null; viewedAt: string };

/** Queue limit in memory while the database is slow; further views are dropped. */
const maxWaiting = 5_000;

let waiting: View[] = [];

/**
 * Queues a view in memory, so that no page waits for the database. Views of robots are dropped; `unreadable`: invalid
 * input.
 */
export function queueView(input: unknown, visitor: Visitor): "noted" | "robot" | "unreadable" {
  const parsed = viewEvent.safeParse(input);
  if (!parsed.success) return "unreadable";
  const userAgent = visitor.userAgent.slice(0, 500);
  if (!userAgent || isbot(userAgent) || /headless/i.test(visitor.clientHints)) return "robot";
  const { service: serviceId, session: sessionId, referrer } = parsed.data;
  if (waiting.length < maxWaiting)
    waiting.push({
      serviceId,
      sessionId,
      userAgent,
      referrer: plainReferrer(referrer, visitor.origin),
      viewedAt: new Date().toISOString(),
    });
  return "noted";
}

/** The referrer without private parts: never a query, and no path of our private pages. */
function plainReferrer(referrer: string, ownOrigin: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { protocol, origin, pathname } = new URL(referrer);
  if (protocol !== "http:" && protocol !== "https:") return null;
  const secret = origin === ownOrigin && /^\/(apply|application|documents|admin)(\/|$)/i.test(pathname);
  return `${origin}${secret ? "/" : pathname}`.slice(0, 500);
}

/** Writes the queued views with one statement, except those of inactive services. Never rejects. */
async function storeViews(): Promise<void> {
  const views = waiting;
  waiting = [];
  if (views.length === 0) return;
  try {
    await db.execute(sql`
      insert into visa_service_views (service_id, session_id, user_agent, referrer, viewed_at)
      select s.id, v."sessionId", v."userAgent", v."referrer", v."viewedAt"
      from jsonb_to_recordset(${JSON.stringify(views)}::jsonb)
        as v ("serviceId" uuid, "sessionId" text, "userAgent" text, "referrer" text, "viewedAt" timestamptz)
      join visa_services s on s.id = v."serviceId" and s.is_active`);
  } catch (err) {
    log.error({ err, views: views.length }, "views of services could not be stored");
  }
}

/** Stores queued views every second; `stop` stores the rest. */
export function startViews(): { stop: () => Promise<void> } {
  let writing: Promise<void> = Promise.resolve();
  const store = setInterval(() => {
    // One write at a time, so that a slow database isn't overloaded.
    writing = writing.then(storeViews);
  }, 1_000);
  return {
    async stop() {
      clearInterval(store);
      await writing;
      await storeViews();
    },
  };
}

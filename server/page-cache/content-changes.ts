import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { databaseUrl } from "~/db/database-url.server";
import { sqlState } from "~/db/failure.server";
import { log } from "~/log.server";

/** Notified by triggers that call `public_content_changed()`, and of the connection's state. */
export type Listener = { changed: () => void; listening: () => void; lost: () => void; away: () => void };

type Notify = (event: keyof Listener) => void;

/** Milliseconds between checks of the connection, for their response, and before a reconnect. */
const heartbeat = 2_000;
const timeout = 2_000;
const retryDelay = 250;

/** Listens on its own connection: triggers notify every instance at commit. Reconnects until stopped. */
export function followContent(listeners: readonly Listener[]): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const notify = (event: keyof Listener) => {
    for (const listener of listeners) listener[event]();
  };
  const following = follow(notify, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

async function follow(notify: Notify, stopped: AbortSignal) {
  let failures = 0;
  while (!stopped.aborted) {
    const connection = await listen(notify).catch((err: unknown) => {
      if (failures++ === 0) log.warn({ err }, "notifications of content changes are lost; cached pages are not used");
      // An error of these classes is a response: the database is reachable.
      if (!/^(28|3D|42)/.test(sqlState(err) ?? "")) notify("away");
      return undefined;
    });
    if (!connection) {
      await pause(retryDelay, undefined, { signal: stopped }).catch(() => undefined);
      continue;
    }
    if (failures > 0) log.info("changes of the content are heard of again");
    failures = 0;
    await untilBroken(connection, stopped);
    notify("lost");
    // Not awaited: closing can hang if the server does not respond.
    void connection.client.end().catch(() => undefined);
  }
}

type Connection = { client: Client; broken: Promise<void> };

async function listen(notify: Notify): Promise<Connection> {
  const client = new Client({
    connectionString: databaseUrl(),
    application_name: "lucaya content",
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  const broken = new Promise<void>((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
  });
  try {
    await client.connect();
    client.on("notification", () => notify("changed"));
    await client.query("listen public_content");
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  notify("listening");
  return { client, broken };
}

/** Resolves when the connection breaks. It can die silently, so a query checks it every `heartbeat`. */
async function untilBroken({ client, broken }: Connection, stopped: AbortSignal): Promise<void> {
  let open = true;
  const end = broken.then(() => {
    open = false;
  });
  while (open && !stopped.aborted) {
    const delay = pause(heartbeat, undefined, { signal: stopped }).catch(() => undefined);
    await Promise.race([delay, end]);
    if (!open || stopped.aborted) return;
    const answered = client.query("select 1").then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([answered, end]))) return;
  }
}

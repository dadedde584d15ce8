import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { databaseUrl } from "~/db/address.server";
import { sqlState } from "~/db/failure.server";
import { log } from "~/log.server";

/** What is told of the content of the public pages: see the triggers that call `public_content_changed()`. */
export type Listener = { changed: () => void; listening: () => void; lost: () => void; away: () => void };

type Tell = (what: keyof Listener) => void;

/** Milliseconds: how often the connection is tried, how long it may take to answer, and to wait before a next one. */
const heartbeat = 2_000;
const patience = 2_000;
const wait = 250;

/**
 * Listens on a connection of its own for changes of what public pages show, whoever makes them: a trigger on each of
 * their tables notifies every instance at commit. Connects anew until it is stopped.
 */
export function followContent(listeners: readonly Listener[]): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const tell = (what: keyof Listener) => {
    for (const listener of listeners) listener[what]();
  };
  const following = follow(tell, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await following;
    },
  };
}

async function follow(tell: Tell, stopped: AbortSignal) {
  let failures = 0;
  while (!stopped.aborted) {
    const connection = await listen(tell).catch((err: unknown) => {
      if (failures++ === 0) log.warn({ err }, "changes of the content are not heard of; kept pages are not used");
      // One that refuses us by name is there.
      if (!/^(28|3D|42)/.test(sqlState(err) ?? "")) tell("away");
      return undefined;
    });
    if (!connection) {
      await pause(wait, undefined, { signal: stopped }).catch(() => undefined);
      continue;
    }
    if (failures > 0) log.info("changes of the content are heard of again");
    failures = 0;
    await untilBroken(connection, stopped);
    tell("lost");
    // Not waited for: a server that does not answer does not say good-bye either.
    void connection.client.end().catch(() => undefined);
  }
}

type Connection = { client: Client; broken: Promise<void> };

async function listen(tell: Tell): Promise<Connection> {
  const client = new Client({
    connectionString: databaseUrl(),
    application_name: "lucaya content",
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  });
  const broken = new Promise<void>((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
  });
  try {
    await client.connect();
    client.on("notification", () => tell("changed"));
    await client.query("listen public_content");
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  tell("listening");
  return { client, broken };
}

/** A connection can die without a word: it is asked now and then. */
async function untilBroken({ client, broken }: Connection, stopped: AbortSignal): Promise<void> {
  let open = true;
  const end = broken.then(() => {
    open = false;
  });
  while (open && !stopped.aborted) {
    const rest = pause(heartbeat, undefined, { signal: stopped }).catch(() => undefined);
    await Promise.race([rest, end]);
    if (!open || stopped.aborted) return;
    const answered = client.query("select 1").then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([answered, end]))) return;
  }
}

import { Client } from "pg";
import { databaseUrl } from "./address.server";

/**
 * Opens a connection of its own, outside of the pool; throws when it can't. That it is lost later is told by the next
 * query: unheard, its error would end the program.
 */
export async function connect(name: string, url: string = databaseUrl()): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: name, keepAlive: true });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

import { Client } from "pg";
import { databaseUrl } from "./database-url.server";

/** Opens a connection outside of the pool. Without its error listener, a lost connection would end the process. */
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

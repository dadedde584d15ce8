import { config } from "~/config.server";
import { singleton } from "~/singleton.server";

const embedded = singleton<{ url?: string }>("database address", () => ({}));

/** Stores the address of the embedded server; called once, before anything uses the database. */
export function rememberDatabaseUrl(url: string) {
  embedded.url = url;
}

/** The address of the database: DATABASE_URL, or that of the embedded server once it runs. */
export function databaseUrl(): string {
  const url = config.DATABASE_URL ?? embedded.url;
  if (!url) throw new Error("The database was asked for before it was started");
  return url;
}

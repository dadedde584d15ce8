import { config } from "~/config.server";
import { singleton } from "~/singleton.server";

const embedded = singleton<{ url?: string }>("database address", () => ({}));

/** Called once with the embedded server's URL, before anything uses the database. */
export function rememberDatabaseUrl(url: string) {
  embedded.url = url;
}

/** DATABASE_URL, or the embedded server's URL once it runs. */
export function databaseUrl(): string {
  const url = config.DATABASE_URL ?? embedded.url;
  if (!url) throw new Error("The database was asked for before it was started");
  return url;
}

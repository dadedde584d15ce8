import { config } from "~/config.server";

// In development a changed file loads this module again; the address stays.
const kept = globalThis as typeof globalThis & { lucayaDatabaseUrl?: string };

/** Where the embedded server listens: told once, before anything asks for the database. */
export function rememberDatabaseUrl(url: string) {
  kept.lucayaDatabaseUrl = url;
}

/** The address of the database: DATABASE_URL, or that of the embedded server once it runs. */
export function databaseUrl(): string {
  const url = config.DATABASE_URL ?? kept.lucayaDatabaseUrl;
  if (!url) throw new Error("The database was asked for before it was started");
  return url;
}

import { log } from "~/log.server";

/** PostgreSQL's classes 08 (connection), 53 (resources), 57P (shutdown), and network errors. */
const unavailableCodes = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection/;

/** Whether the database can't be reached now, so that a later try may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && unavailableCodes.test(error.code)) return true;
  if (unavailableMessages.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable)) return true;
  return isDatabaseUnavailable(error.cause);
}

export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && /^[0-9A-Z]{5}$/.test(error.code)) return error.code;
  return sqlState(error.cause);
}

/** Serialization failures, deadlocks, lock and statement timeouts, idle timeouts. */
const transientStates = ["40001", "40P01", "55P03", "57014", "25P03", "25P04"];

/** Whether a retry of the failed transaction may succeed though nothing changed. */
export const isTransient = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || transientStates.includes(sqlState(error) ?? "");

export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("constraint" in error && typeof error.constraint === "string") return error.constraint;
  return constraintOf(error.cause);
}

/** Logs a failed read and returns `empty`, so that the desk's page still shows. */
export async function orEmpty<T>(label: string, read: Promise<T>, empty: T): Promise<T> {
  return read.catch((err: unknown) => {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, `${label} could not be read`);
    return empty;
  });
}

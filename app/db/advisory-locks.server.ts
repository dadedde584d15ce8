import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "./client.server";

/**
 * Every advisory lock, but for those of triggers: 4275046 with a service (`refresh_aging`). Numbers must be unique,
 * and must not change while instances of two releases run at once.
 */
export const locks = {
  migration: 4_275_001,
  embeddedServer: 4_275_002,
  seeds: 4_275_003,
  firstAdmin: 4_275_004,
  /** Prevents a deadlock of two changes to one's own account: `mayAct` locks the actor's row before. */
  admins: 4_275_005,
  failedSignIns: 4_275_006,
  rotationStart: 4_275_008,
  rotationBatch: 4_275_009,
  people: 4_275_019,
  reports: 4_275_021,
  retentionBatch: 4_275_023,
  redirects: 4_275_029,
  linkChecks: 4_275_030,
  consultations: 4_275_033,
  clientImports: 4_275_045,
  mailbox: 4_275_047,
  unverifiedMails: 4_275_048,
  reviewsSync: sql`hashtext('reviews.sync')`,
};

export const keyedLocks = {
  content: 0,
  uploadsOfApplication: 4_275_004,
  filesOfBrowser: 4_275_005,
  mailsToAddress: 4_275_006,
  readsOfAdmin: 4_275_007,
  contentFile: 4_275_008,
  bookingsOfEmail: 4_275_032,
};

export const takeLock = (tx: Queryable, lock: number | SQL) => tx.execute(sql`select pg_advisory_xact_lock(${lock})`);

export const takeKeyedLock = (tx: Queryable, seed: number, key: string | SQL) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, ${sql.raw(String(seed))}))`);

/**
 * Serializes the removal of a case and the placing of a hold. Take it before all other locks: restricting a case locks
 * its row for as long as its files are read, and nobody with people locked may wait for that.
 */
export const lockCase = (tx: Queryable, id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(4275031, hashtext(${id}))`);

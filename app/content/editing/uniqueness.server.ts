import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import type { Queryable } from "~/db/client.server";
import type { Content, Problems } from "./kind";
import type { ContentRef } from "./versions.server";

/**
 * Validates against other items of the kind, in the transaction that stores the content. A lock serializes two that
 * take the same name or path at once, so the second gets an error at its field.
 */
export async function uniquenessProblems(
  tx: Queryable,
  { kind, key }: ContentRef,
  content: Content,
): Promise<Problems> {
  if (!kind.taken) return {};
  await takeKeyedLock(tx, keyedLocks.content, `content names of ${kind.kind}`);
  return kind.taken(tx, key, content);
}

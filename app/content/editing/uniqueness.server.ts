import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import type { Queryable } from "~/db/client.server";
import type { Content, Problems } from "./kind";
import type { ContentRef } from "./versions.server";

/**
 * What is wrong beside other things of the kind, in the transaction that stores the content: two that take one name or
 * address at once take turns, so that the second is refused at its field.
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

import { requestContextStorage } from "~/core/request-context-storage.server";

type Previewed = { key: string; content: Readonly<Record<string, unknown>> };

/** The draft of a kind that an admin looks at with this request, whichever thing it is; null for everybody else. */
export function previewedOf(kind: string): Previewed | null {
  const thing = requestContextStorage.getStore()?.preview?.thing;
  return thing?.kind === kind ? thing : null;
}

/** What the draft of one thing says, where an admin looks at it with this request. */
export function previewed(kind: string, key: string): Previewed["content"] | null {
  const thing = previewedOf(kind);
  return thing?.key === key ? thing.content : null;
}

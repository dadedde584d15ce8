import { requestContextStorage } from "~/core/request-context-storage.server";

type Previewed = { key: string; content: Readonly<Record<string, unknown>> };

/** The draft of a kind that this request previews, of any item; null for everybody but admins. */
export function previewedOf(kind: string): Previewed | null {
  const item = requestContextStorage.getStore()?.preview?.thing;
  return item?.kind === kind ? item : null;
}

/** The draft of one item, if this request previews it. */
export function previewed(kind: string, key: string): Previewed["content"] | null {
  const item = previewedOf(kind);
  return item?.key === key ? item.content : null;
}

import { eq } from "drizzle-orm";
import { z } from "zod";
import { readStaff } from "~/accounts/staff.server";
import type { Preview, RequestContext } from "~/core/request-context";
import { db } from "~/db/client.server";
import { contentVersions, siteSettings } from "~/db/schema/content";
import { contentName } from "./kind";
import "./kinds.server";
import { findContent } from "./registry.server";

export const previewPath = (path: string, version: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}preview=${version}`;

/**
 * Lets this request's page show the version that its URL names, for active admins only. Otherwise returns false and
 * changes nothing.
 */
export async function preparePreview(visit: RequestContext, request: Request): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url);
  const id = z.uuid().safeParse(searchParams.get("preview"));
  if (!id.success || pathname.startsWith("/admin") || !(await readStaff(request))) return false;
  const preview = await readPreview(id.data);
  visit.preview = preview;
  return preview !== null;
}

async function readPreview(id: string): Promise<Preview | null> {
  const [version] = await db.select().from(contentVersions).where(eq(contentVersions.id, id));
  const item = version && findContent(version.kind, version.key);
  if (!item) return null;
  const { number, data: content } = version;
  const { kind, key } = item;
  const preview = { number, title: contentName(kind, key, content), thing: { kind: kind.kind, key, content } };
  if (!kind.previewed) return preview;
  const rows = await db.select({ key: siteSettings.key, value: siteSettings.value }).from(siteSettings);
  const settings = new Map<string, unknown>(rows.map((row) => [row.key, row.value]));
  for (const [name, value] of kind.previewed(content)) settings.set(name, value);
  return { ...preview, settings: [...settings].map(([name, value]) => ({ key: name, value })) };
}

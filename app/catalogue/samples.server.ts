import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { openSample } from "~/catalogue/requirements.server";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { documentRequirements } from "~/db/schema/requirements";
import { noDocument, sendDocument } from "~/documents/serve.server";

/** Sends a sample that a service shows; any other document is a 404. */
export async function sendSample(request: Request, id: string): Promise<Response> {
  if (!z.uuid().safeParse(id).success) return noDocument();
  const [found] = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(documentRequirements, openSample)
    .where(and(eq(documents.id, id)));
  if (!found) return noDocument();
  const response = await sendDocument(request, found.document);
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
}

import { Readable } from "node:stream";
import { data, type LoaderFunctionArgs } from "react-router";
import { refuseDrawing } from "~/core/rate-limits/drawing-limit.server";
import { requestContext } from "~/core/request-context";
import { db } from "~/db/client.server";
import { contentDisposition } from "~/documents/headers/content-disposition";
import { zipClient, zipInquiry, zipSubscriber } from "../copies/zip-inquiry.server";
import { subjectsOf } from "../requests/subjects.server";
import { openedAddress } from "./opened.server";

const zips = { inquiry: zipInquiry, client: zipClient, subscriber: zipSubscriber };

/**
 * `/your-data/{kind}/{id}.zip`: an inquiry, subscription or imported client of the email that this browser has opened,
 * as it is now.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const email = await openedAddress(request);
  const own = email ? (await subjectsOf(email, db)).find(({ id }) => id === params.id) : undefined;
  if (!email || !own || own.kind === "application" || own.kind !== params.kind) throw data(null, 404);
  const tooOften = await refuseDrawing({
    address: context.get(requestContext).address,
    holder: email.toLowerCase(),
    of: "email",
  });
  if (tooOften) return tooOften;
  const zip = await zips[own.kind](own.id);
  if (!zip) throw data(null, 404);
  // Node's and the browser's stream types are the same at run time, but their declarations differ.
  return new Response(Readable.toWeb(zip) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition("attachment", `Lucaya-${own.number || "newsletter"}-data.zip`),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

import { isDatabaseAway } from "~/db/failure.server";
import { log } from "~/log.server";
import { visitContext } from "~/visit";
import type { Route } from "./+types/send";
import { answerInquiry, inquiryStatus } from "./inquiry-request.server";

/** `POST /contact/send`: the form's script sends an inquiry. Answers with JSON. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { address, requestId } = context.get(visitContext);
  try {
    const result = await answerInquiry(request, address);
    return Response.json(result, { status: inquiryStatus[result.outcome] });
  } catch (err) {
    log.error({ err, requestId }, "an inquiry could not be stored");
    return Response.json({ outcome: "failed" }, { status: isDatabaseAway(err) ? 503 : 500 });
  }
}

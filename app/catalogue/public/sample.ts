import { sendSample } from "~/catalogue/samples.server";
import type { Route } from "./+types/sample";

/** `/samples/:id`: the sample of a required document, public. */
export function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  return sendSample(request, params.id);
}

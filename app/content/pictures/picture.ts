import { servePicture } from "~/content/pictures/picture.server";
import type { Route } from "./+types/picture";

/** `/pictures/{digest}-{width}x{height}.{format}`: a picture of the owner. */
export function loader({ request }: Route.LoaderArgs): Promise<Response> {
  return servePicture(request);
}

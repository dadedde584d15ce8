import { servePicture } from "~/content/pictures/picture.server";
import type { Route } from "./+types/picture";

export function loader({ request }: Route.LoaderArgs): Promise<Response> {
  return servePicture(request);
}

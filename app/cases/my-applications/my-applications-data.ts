import type { Route } from "./+types/my-applications-data";
import { listMyApplications } from "./my-applications.server";

/**
 * `GET /applications/held`: a style sheet that reveals `My application` without a script. Scripts request it too,
 * because the response removes expired cookies.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { applications, headers } = await listMyApplications(request);
  headers.set("Content-Type", "text/css; charset=utf-8");
  return new Response(applications.length > 0 ? ":root{--held:block}" : "", { headers });
}

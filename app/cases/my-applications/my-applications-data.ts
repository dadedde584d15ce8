import type { Route } from "./+types/my-applications-data";
import { listMyApplications } from "./my-applications.server";

/**
 * `GET /applications/held`: a style sheet that shows `My application` where no script runs. A page's script asks too,
 * for the cookies that the answer removes (N-BEGIN-7).
 */
export async function loader({ request }: Route.LoaderArgs) {
  const { applications, headers } = await listMyApplications(request);
  headers.set("Content-Type", "text/css; charset=utf-8");
  return new Response(applications.length > 0 ? ":root{--held:block}" : "", { headers });
}

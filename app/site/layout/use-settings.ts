import { useOutletContext } from "react-router";
import type { PublicSettings } from "~/content/settings/settings.server";

/** The site's settings, for the pages inside the layout. */
export function useSettings(): PublicSettings {
  return useOutletContext<PublicSettings>();
}

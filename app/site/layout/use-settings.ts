import { useOutletContext } from "react-router";
import type { PublicSettings } from "~/content/settings/settings.server";

export function useSettings(): PublicSettings {
  return useOutletContext<PublicSettings>();
}

import { useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Where a detail's Close leads: its list, whose own filters stand in the address; `own` are the detail's. Escape is the
 * keyboard's Close.
 */
export function useCloseTo(list: string, own: readonly string[] = []): string {
  const navigate = useNavigate();
  const search = new URLSearchParams(useLocation().search);
  for (const name of own) search.delete(name);
  const closeTo = search.size > 0 ? `${list}?${search}` : list;
  // A layout effect, so that the key works as soon as the page is visible.
  useLayoutEffect(() => {
    function close(event: KeyboardEvent) {
      const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (event.key === "Escape" && !typing && !event.defaultPrevented) navigate(closeTo);
    }
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [navigate, closeTo]);
  return closeTo;
}

import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** Where a detail's Close leads: its list, whose own filters stand in the address. Escape is the keyboard's Close. */
export function useCloseTo(list: string): string {
  const navigate = useNavigate();
  const closeTo = `${list}${useLocation().search}`;
  useEffect(() => {
    function close(event: KeyboardEvent) {
      const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, dialog");
      if (event.key === "Escape" && !typing && !event.defaultPrevented) navigate(closeTo);
    }
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [navigate, closeTo]);
  return closeTo;
}

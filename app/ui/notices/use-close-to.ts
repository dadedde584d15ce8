import { useLocation, useNavigate } from "react-router";
import { useKeys } from "~/ui/keys/keys";

/**
 * Where a detail's Close leads: its list, whose own filters stand in the address; `own` are the detail's. Escape is the
 * keyboard's Close.
 */
export function useCloseTo(list: string, own: readonly string[] = []): string {
  const navigate = useNavigate();
  const search = new URLSearchParams(useLocation().search);
  for (const name of own) search.delete(name);
  const closeTo = search.size > 0 ? `${list}?${search}` : list;
  useKeys("On this page", [
    {
      keys: ["Escape"],
      does: "Close and go back to the list",
      run: ({ target }) => {
        if (target instanceof HTMLElement && target.closest("input, textarea, select, dialog")) return false;
        navigate(closeTo);
        return true;
      },
    },
  ]);
  return closeTo;
}

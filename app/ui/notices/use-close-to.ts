import { useLocation, useNavigate } from "react-router";
import { useKeys } from "~/ui/keys/keys";

/** The target of a detail's Close and Escape: its list, with the URL's filters but without the detail's `own`. */
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

import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { PassportSuggestion } from "~/applications/passport/suggestion";
import { Banner } from "~/ui/notices/banner";

/** Says that the page was read while somebody was on this page. */
export function SuggestionStatus({ suggestion }: { suggestion: PassportSuggestion | null }) {
  const [opened] = useState(suggestion?.document);
  return (
    <p role="status" className="sr-only">
      {suggestion && suggestion.document !== opened
        ? "We read your passport. You can use what we read on top of this page."
        : ""}
    </p>
  );
}

/** How many questions were answered from the passport's page, after its values were used. */
export function PassportFilled({ className }: { className: string }) {
  const filled = new URLSearchParams(useLocation().search).get("filled");
  if (filled === null) return null;
  const count = Number(filled);
  return (
    <Banner
      id="passport-filled"
      tabIndex={-1}
      tone={count > 0 ? "success" : "info"}
      className={`scroll-mt-28 ${className}`}
      title={filledTitle(count)}
    >
      {count > 0 ? "Please compare the answers with your passport before you go on." : null}
    </Banner>
  );
}

function filledTitle(filled: number): string {
  if (!(filled > 0)) return "Nothing was filled in";
  return filled === 1
    ? "We’ve filled in 1 answer from your passport"
    : `We’ve filled in ${filled} answers from your passport`;
}

/** Once the box is gone with the button that was pressed: says what was filled in, or begins the page again. */
export function useFocusAfterBox(suggestion: PassportSuggestion | null, heading: RefObject<HTMLElement | null>): void {
  const isShown = suggestion !== null;
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body)
      (document.getElementById("passport-filled") ?? heading.current)?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown, heading]);
}

import { Undo2 } from "lucide-react";
import {
  type CSSProperties,
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFetcher, useFetchers, useLocation, useNavigation, useRevalidator } from "react-router";
import { Button } from "~/ui/button";
import { useKeys } from "~/ui/keys/keys";
import { useToast } from "~/ui/notices/toast";
import { unbroken } from "~/ui/unbroken";
import { useScripted } from "~/ui/use-scripted";
import type { ShownOffer } from "./open-offer.server";
import type { UndoResult } from "./undo";

/**
 * Shown while the admin's newest change can be undone. Ctrl-Z or ⌘-Z outside of a text field does the same as the
 * button. Without JavaScript the button returns to the page.
 */
export function UndoNotice({ offer }: { offer: ShownOffer | null }) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<UndoResult>();
  const form = useRef<HTMLFormElement>(null);
  const scripted = useScripted();
  const shown = useWhileOpen(offer);
  useUndoKey(form, shown);
  useRefusal(fetcher.data);
  const focus = useFocusRestore(shown);
  const openFor: CSSProperties & { "--open-for": string } = { "--open-for": `${shown?.milliseconds ?? 0}ms` };
  return (
    <div
      {...focus}
      role="status"
      className="no-print pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-center max-sm:bottom-20"
    >
      {shown ? (
        <div
          key={`${shown.id} ${shown.undone}`}
          style={openFor}
          className="undo-notice on-dark pointer-events-auto flex min-h-12 max-w-full items-center gap-4 rounded-lg bg-navy py-1.5 pr-1.5 pl-4 text-sm text-white shadow-lg ring-1 ring-white/15"
        >
          <p className="min-w-0 py-1 pr-2.5 break-words">{shown.undone ? "Undone." : unbroken(shown.words)}</p>
          {shown.undone ? null : (
            <fetcher.Form ref={form} method="post" action="/admin/undo" className="shrink-0">
              <input type="hidden" name="offer" value={shown.id} />
              <input type="hidden" name="back" value={`${pathname}${search}`} />
              {scripted ? <input type="hidden" name="quiet" value="yes" /> : null}
              <Button
                type="submit"
                size="sm"
                busy={fetcher.state !== "idle"}
                busyLabel="Undoing…"
                before={<Undo2 aria-hidden />}
              >
                Undo
              </Button>
            </fetcher.Form>
          )}
        </div>
      ) : null}
    </div>
  );
}

/** Counted from when the page received it. */
function useWhileOpen(offer: ShownOffer | null): ShownOffer | null {
  const [over, setOver] = useState<ShownOffer | null>(null);
  useEffect(() => {
    if (!offer) return;
    const timer = setTimeout(() => setOver(offer), offer.milliseconds);
    return () => clearTimeout(timer);
  }, [offer]);
  return offer === over ? null : offer;
}

/** Restores the focus, lost with the button, to where it was, or to the page. */
function useFocusRestore(shown: ShownOffer | null) {
  const from = useRef<Element | null>(null);
  const isWithin = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown.
  useLayoutEffect(() => {
    if (!isWithin.current || document.activeElement !== document.body) return;
    isWithin.current = false;
    const back = from.current?.isConnected ? from.current : document.getElementById("main");
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  }, [shown?.id, shown?.undone]);
  return {
    onFocus({ relatedTarget }: FocusEvent) {
      if (!isWithin.current) from.current = relatedTarget;
      isWithin.current = true;
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) isWithin.current = false;
    },
  };
}

/** Shows why nothing was undone, and the present state. */
function useRefusal(result: UndoResult | undefined) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!result?.problem) return;
    show({ tone: "error", title: "Nothing was undone", message: result.problem });
    void revalidate();
  }, [result, show, revalidate]);
}

const textFields = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable='true'], dialog";

/** The key means a change in flight: it waits until that can be undone, and undoes nothing older. */
function useUndoKey(form: RefObject<HTMLFormElement | null>, shown: ShownOffer | null) {
  const fetchers = useFetchers();
  const navigation = useNavigation();
  const isChanging = [navigation, ...fetchers].some(({ formMethod }) => formMethod === "POST");
  const pendingUndo = useRef<{ before: string | undefined }>(undefined);
  useEffect(() => {
    if (isChanging || !pendingUndo.current) return;
    if (shown?.id !== pendingUndo.current.before) form.current?.requestSubmit();
    pendingUndo.current = undefined;
  }, [isChanging, shown, form]);
  const run = ({ target }: KeyboardEvent) => {
    if (target instanceof Element && target.closest(textFields)) return false;
    if (isChanging) pendingUndo.current ??= { before: shown?.id };
    else if (form.current) form.current.requestSubmit();
    else return false;
    return true;
  };
  useKeys("Everywhere", [{ keys: ["Mod+z"], does: "Undo the last change (when you’re not typing)", run }], true);
}

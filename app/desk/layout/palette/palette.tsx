import {
  type ComponentType,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import type { AdminRole } from "~/db/schema/values";
import { useKeys } from "~/ui/keys/keys";
import { Dialog } from "~/ui/notices/dialog";
import type { FinderProps } from "./finder";
import { FinderRow, finderInput } from "./finder-row";
import { actionsFor, type PaletteItem, screensFor } from "./screens";

const OpenContext = createContext<() => void>(() => undefined);

export const useOpenPalette = () => useContext(OpenContext);

export type PaletteProps = {
  role: AdminRole;
  sampleData: boolean;
  /** Off while nobody is signed in. */
  enabled: boolean;
  /** The current page's shortcuts, read when the palette opens. */
  pageActions: () => readonly PaletteItem[];
  children: ReactNode;
};

/**
 * The palette of Ctrl-K and ⌘-K: a dialog whose script is loaded when it is first opened. Closing restores focus and
 * text selection.
 */
export function PaletteProvider({ role, sampleData, enabled, pageActions, children }: PaletteProps) {
  const [open, setOpen] = useState(false);
  const [ofPage, setOfPage] = useState<readonly PaletteItem[]>([]);
  const restore = useRef<() => void>(undefined);
  const { pathname } = useLocation();
  const choose = useChoose(() => setOpen(false));

  const show = useCallback(() => {
    restore.current ??= focusNow();
    setOfPage(pageActions());
    setOpen(true);
  }, [pageActions]);
  // After the dialog's own effect, which restores only the focus.
  useLayoutEffect(() => {
    if (open) return;
    restore.current?.();
    restore.current = undefined;
  }, [open]);

  useKeys(
    "Everywhere",
    [
      {
        keys: ["Mod+k"],
        does: "Find a case, an inquiry, a person, a screen or an action",
        run: () => {
          if (!enabled) return false;
          if (open) setOpen(false);
          else show();
          return true;
        },
      },
    ],
    true,
  );
  return (
    <OpenContext value={show}>
      {children}
      <Dialog
        bare
        open={open && enabled}
        onClose={() => setOpen(false)}
        title="Find anything"
        size="md"
        className="sm:mt-[12vh]! sm:mb-auto! sm:max-h-[76vh]!"
      >
        <Loaded
          screens={screensFor(role)}
          actions={[...ofPage, ...actionsFor(role, pathname, sampleData)]}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </OpenContext>
  );
}

/** Navigates or runs the action once the palette is closed and the focus is restored. */
function useChoose(close: () => void): FinderProps["onChoose"] {
  const navigate = useNavigate();
  return ({ to, post, run }, newTab) => {
    flushSync(close);
    if (run) run();
    else if (post) sendEmptyForm(post);
    else if (to && newTab) window.open(to, "_blank", "noopener");
    else if (to) navigate(to);
  };
}

/** As a page's button would submit it: the response replaces the page, or is a download. */
function sendEmptyForm(action: string): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  document.body.append(form);
  form.requestSubmit();
  form.remove();
}

let Finder: ComponentType<FinderProps> | undefined;

/** The search, once its script has loaded; until then an input that remembers text and Enter. */
function Loaded(props: Omit<FinderProps, "typedAtFirst" | "enteredAtFirst">) {
  const [state, setState] = useState<"loading" | "loaded" | "failed">(Finder ? "loaded" : "loading");
  const query = useRef("");
  const entered = useRef(false);
  useLayoutEffect(() => {
    if (Finder) return;
    let left = false;
    import("./finder").then(
      (loaded) => {
        Finder = loaded.default;
        if (!left) setState("loaded");
      },
      () => left || setState("failed"),
    );
    return () => {
      left = true;
    };
  }, []);
  if (Finder && state === "loaded")
    return <Finder {...props} typedAtFirst={query.current} enteredAtFirst={entered.current} />;
  return (
    <>
      <FinderRow onClose={props.onClose}>
        <input
          type="text"
          aria-label="Find"
          autoComplete="off"
          data-autofocus=""
          onChange={(event) => {
            query.current = event.currentTarget.value;
            entered.current = false;
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") entered.current = true;
          }}
          className={finderInput}
        />
      </FinderRow>
      {state === "failed" ? (
        <div role="alert" className="flex flex-wrap items-center gap-x-3 px-4 py-4 text-sm">
          <span>This could not be loaded. Check the connection, then reload the page.</span>
          {/* A reload, because browsers cache a failed import for as long as the page is open. */}
          <button
            type="button"
            onClick={() => location.reload()}
            className="min-h-9 rounded-sm font-semibold text-sea-ink underline underline-offset-2"
          >
            Reload
          </button>
        </div>
      ) : (
        <p role="status" className="px-4 py-4 text-sm text-stone">
          Loading…
        </p>
      )}
    </>
  );
}

/** Saves focus, cursor and selection; the returned function restores them. */
function focusNow(): () => void {
  const { activeElement: focused } = document;
  if (!(focused instanceof HTMLElement)) return () => undefined;
  const inText = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  const { selectionStart = null, selectionEnd = null, selectionDirection = null } = inText ? focused : {};
  const selection = getSelection();
  const range = !inText && selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : undefined;
  const { scrollTop, scrollLeft } = focused;
  return () => {
    if (!focused.isConnected) return;
    focused.focus({ preventScroll: true });
    // Other types of inputs, such as email, have no selection API; browsers restore theirs.
    if (inText && selectionStart !== null)
      focused.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
    else if (range) {
      selection?.removeAllRanges();
      selection?.addRange(range);
    }
    focused.scrollTo(scrollLeft, scrollTop);
  };
}

import { type RefObject, useEffect } from "react";
import { quietly } from "~/inquiries/desk/forms";

/** Sends unsaved notes by `sendBeacon` when their page is closed. */
export function useNotesAtEnd(form: RefObject<HTMLFormElement | null>, unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const send = () => {
      if (form.current) navigator.sendBeacon(window.location.href, quietly(form.current));
    };
    window.addEventListener("pagehide", send);
    return () => window.removeEventListener("pagehide", send);
  }, [form, unsaved]);
}

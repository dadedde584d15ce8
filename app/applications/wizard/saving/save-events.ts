type Flushing = { flush: () => void; hasFailed: () => boolean; hasUnsent: () => boolean };

/** Saves at browser events such as hiding the page, and asks before a tab with unsent answers is closed. */
export function listen(saver: Flushing): () => void {
  const changed = () => {
    // Hidden: the page may never run again. Visible again: a failed save may succeed now.
    if (document.visibilityState === "hidden" || saver.hasFailed()) saver.flush();
  };
  const leaving = (event: BeforeUnloadEvent) => {
    if (saver.hasUnsent()) event.preventDefault();
  };
  document.addEventListener("visibilitychange", changed);
  window.addEventListener("pagehide", saver.flush);
  window.addEventListener("online", saver.flush);
  window.addEventListener("beforeunload", leaving);
  return () => {
    document.removeEventListener("visibilitychange", changed);
    window.removeEventListener("pagehide", saver.flush);
    window.removeEventListener("online", saver.flush);
    window.removeEventListener("beforeunload", leaving);
  };
}

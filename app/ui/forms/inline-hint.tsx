/** Shown over the content below while a choice waits for Enter. */
export function InlineHint({ unsaved }: { unsaved: boolean }) {
  return (
    <span role="status" className={unsaved ? "row-unsaved" : "sr-only"}>
      {unsaved ? "Press Enter to save or Escape to cancel" : ""}
    </span>
  );
}

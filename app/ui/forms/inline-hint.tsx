/** What a choice that waits for Enter says of itself, over what stands below it. */
export function InlineHint({ unsaved }: { unsaved: boolean }) {
  return (
    <span role="status" className={unsaved ? "row-unsaved" : "sr-only"}>
      {unsaved ? "Press Enter to save or Escape to cancel" : ""}
    </span>
  );
}

/** Remembers the focus with the cursor and what is selected; what is returned brings all of it back. */
export function focusNow(): () => void {
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
    // Other kinds of fields, such as email, have no cursor that script could move, and keep theirs.
    if (inText && selectionStart !== null)
      focused.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? "none");
    else if (range) {
      selection?.removeAllRanges();
      selection?.addRange(range);
    }
    focused.scrollTo(scrollLeft, scrollTop);
  };
}

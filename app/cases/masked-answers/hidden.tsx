/** Placeholder of a sensitive answer until it is revealed. */
export function Hidden() {
  return (
    <span className="text-stone">
      <span aria-hidden className="print:hidden">
        ••••••••
      </span>
      <span className="sr-only print:not-sr-only">Hidden</span>
    </span>
  );
}

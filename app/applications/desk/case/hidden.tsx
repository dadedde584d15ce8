/** In the place of a sensitive answer, until it is shown. */
export function Hidden() {
  return (
    <span className="text-stone">
      <span aria-hidden>••••••••</span>
      <span className="sr-only">Hidden</span>
    </span>
  );
}

export const list = "/admin/applications";

/** The list with its own filters, without the parameter that names the shown document. */
export function listFrom({ search }: { search: string }): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("document");
  const rest = parameters.toString();
  return rest ? `${list}?${rest}` : list;
}

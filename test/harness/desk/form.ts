import type { HttpClient } from "../http-client";
import type { Screen } from "../screen";

/** Sets a field of a parsed page. */
export function fill(screen: Screen, label: string | RegExp, value: string): void {
  const [field, ...more] = screen.getAllByLabelText(label).filter((found) => "value" in found);
  if (!field || more.length > 0) throw new Error(`${label} is not one field`);
  Object.assign(field, { value });
}

/** Submits a button's form as a browser without JavaScript; `here`: the page's URL. */
export function press(client: HttpClient, button: HTMLElement, here: string): Promise<Response> {
  const form = button.closest("form") ?? button.ownerDocument.querySelector(`form#${button.getAttribute("form")}`);
  const { defaultView } = button.ownerDocument;
  if (!form || !defaultView) throw new Error(`${button.textContent} is in no form`);
  const fields = new URLSearchParams();
  for (const [name, value] of new defaultView.FormData(form as HTMLFormElement, button))
    fields.append(name, String(value));
  const named = button.getAttribute("formaction") ?? form.getAttribute("action") ?? here;
  const action = named.startsWith("#") ? here : named;
  const method = button.getAttribute("formmethod") ?? form.getAttribute("method");
  if (method?.toLowerCase() === "post") return client.post(action, fields);
  return client.get(`${action.split("?")[0]}?${fields}`);
}

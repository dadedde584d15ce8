import { inputsIn } from "../form-fields";
import type { Fields, HttpClient } from "../http-client";

/** The editor's form as a browser without JavaScript would send it, with changes. */
export async function typed(desk: HttpClient, path: string, change: Fields = {}): Promise<Fields> {
  const html = await (await desk.get(path)).text();
  return { ...Object.fromEntries(inputsIn(html)), ...change };
}

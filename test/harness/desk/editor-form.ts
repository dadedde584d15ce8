import { inputsIn } from "../form-fields";
import type { Fields, HttpClient } from "../http-client";

/** The form of the editor as a browser without script would send it, with what is typed over it. */
export async function typed(desk: HttpClient, path: string, change: Fields = {}): Promise<Fields> {
  const html = await (await desk.get(path)).text();
  return { ...Object.fromEntries(inputsIn(html)), ...change };
}

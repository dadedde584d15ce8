import { HttpClient } from "../../test/harness/http-client";
import { screenOf } from "../../test/harness/screen";

/** What an answer carries that a browser, a proxy or another site may keep. */
export type Seen = { at: string; what: string; value: string };

const addresses = ["href", "action", "formaction", "src", "data-href"];

/**
 * A browser whose answers are looked through: their headers, every address that their pages hold, and every hidden
 * field. A hidden textarea holds a form that waits (V-FRESH-2), which goes on in a body.
 */
export class WatchedVisitor extends HttpClient {
  readonly seen: Seen[] = [];

  override async send(path: string, init: RequestInit & { duplex?: "half" } = {}): Promise<Response> {
    const response = await super.send(path, init);
    const at = `${init.method ?? "GET"} ${path}`;
    this.seen.push({ at, what: "its own address", value: path });
    for (const [name, value] of response.headers) this.seen.push({ at, what: name, value });
    if (response.headers.get("content-type")?.includes("text/html")) {
      const { element: page } = screenOf(await response.clone().text());
      for (const name of addresses)
        for (const element of page.querySelectorAll(`[${name}]`))
          this.seen.push({ at, what: `${element.localName} ${name}`, value: element.getAttribute(name) ?? "" });
      for (const field of page.querySelectorAll('input[type="hidden"]'))
        this.seen.push({ at, what: `hidden ${field.getAttribute("name")}`, value: field.getAttribute("value") ?? "" });
    }
    return response;
  }
}

import type { AppServer } from "../app-server";
import { HttpClient } from "../http-client";
import { screenOf } from "../screen";
import { inBoxes } from "./date-boxes";

/** Typed values by input name: a text, several checkboxes, or a file. */
export type Typed = Record<string, string | string[] | File>;

/**
 * A browser without JavaScript: parses pages, clicks their buttons and follows their links. Enough for tests of
 * questions, messages and storage.
 */
export class WizardDriver {
  readonly client: HttpClient;
  /** Path and query of the open page. */
  path = "/";
  status = 0;

  constructor(app: AppServer, client = new HttpClient(app)) {
    this.client = client;
  }

  #html = "";
  #screen: ReturnType<typeof screenOf> | undefined;

  get screen(): ReturnType<typeof screenOf> {
    this.#screen ??= screenOf(this.#html);
    return this.#screen;
  }

  /** The heading of the page. */
  get title(): string {
    return (this.screen.element.querySelector("h1")?.textContent ?? "").trim();
  }

  async open(path: string): Promise<this> {
    return this.#arrive(await this.client.get(path), path);
  }

  /** Follows the first link with this name. */
  follow(name: string | RegExp): Promise<this> {
    const [link] = named(this.screen.element.querySelectorAll("a"), name);
    if (!link) throw new Error(`No link ${name} on ${this.path}: ${this.title}`);
    return this.open(link.getAttribute("href") ?? "");
  }

  /** Submits the form of the first button with this name, with `typed` instead of its values. */
  async press(name: string | RegExp, inputs: Typed = {}): Promise<this> {
    const [button] = named(this.screen.element.querySelectorAll("button"), name);
    const form = button?.form;
    if (!button || !form || button.disabled) throw new Error(`No ${name} to press on ${this.path}: ${this.title}`);
    const sent = fieldsOf(form);
    if (button.name) sent.set(button.name, button.value);
    for (const [field, values] of Object.entries(inBoxes(inputs))) {
      sent.delete(field);
      for (const value of [values].flat()) sent.append(field, value);
    }
    const path = new URL(form.getAttribute("action") || this.path, this.client.app.url);
    const where = path.pathname + path.search;
    if (form.method === "get") return this.open(`${path.pathname}?${new URLSearchParams([...wordsOf(sent)])}`);
    const body = form.enctype === "multipart/form-data" ? sent : new URLSearchParams(wordsOf(sent));
    return this.#arrive(await this.client.post(where, body), where);
  }

  input(name: string): HTMLInputElement {
    const found = this.screen.element.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!found) throw new Error(`No ${name} on ${this.path}`);
    return found;
  }

  /** What the open step would send unchanged: one value per input. */
  answers(): Record<string, string> {
    const form = this.screen.element.querySelector<HTMLFormElement>("form#step");
    return form ? Object.fromEntries(wordsOf(fieldsOf(form))) : {};
  }

  async #arrive(response: Response, path: string): Promise<this> {
    const to = response.headers.get("location");
    if (to && response.status < 400) {
      await response.arrayBuffer();
      const { pathname, search } = new URL(to, this.client.app.url + path);
      return this.open(pathname + search);
    }
    this.path = path;
    this.status = response.status;
    this.#html = await response.text();
    this.#screen = undefined;
    return this;
  }
}

/** Elements with this name. Finding them by role takes a second where a page lists all countries. */
const named = <Item extends HTMLElement>(elements: Iterable<Item>, name: string | RegExp): Item[] =>
  [...elements].filter((element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").replace(/\s+/g, " ").trim();
    return typeof name === "string" ? text === name : name.test(text);
  });

/** The form's inputs as a browser would send them; an empty file is left out. */
function fieldsOf(form: HTMLFormElement): FormData {
  const sent = new FormData();
  const View = form.ownerDocument.defaultView;
  if (!View) return sent;
  for (const [name, value] of new View.FormData(form)) if (typeof value === "string") sent.append(name, value);
  return sent;
}

const wordsOf = (form: FormData) =>
  [...form].flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : []));

import type { AppServer } from "../app-server";
import { HttpClient } from "../http-client";
import { screenOf } from "../screen";
import { inBoxes } from "./date-boxes";

/** What is typed, by input name: a word, several ticks, or a file. Nothing but a file goes into a file's input. */
export type Typed = Record<string, string | string[] | File>;

/**
 * Somebody whose browser has no script: reads pages as they are sent, presses their buttons and follows their links. A
 * test of what is asked, said and stored needs no more of a browser.
 */
export class WizardDriver {
  readonly visitor: HttpClient;
  /** Where the page that is open stands, with its query, and its status. */
  path = "/";
  status = 0;

  constructor(program: AppServer, visitor = new HttpClient(program)) {
    this.visitor = visitor;
  }

  #html = "";
  #screen: ReturnType<typeof screenOf> | undefined;

  /** The page that is open; parsed once it is looked at. */
  get screen(): ReturnType<typeof screenOf> {
    this.#screen ??= screenOf(this.#html);
    return this.#screen;
  }

  /** The heading of the page. */
  get title(): string {
    return (this.screen.element.querySelector("h1")?.textContent ?? "").trim();
  }

  async open(path: string): Promise<this> {
    return this.#arrive(await this.visitor.get(path), path);
  }

  /** Follows the first link of a name. */
  follow(name: string | RegExp): Promise<this> {
    const [link] = named(this.screen.element.querySelectorAll("a"), name);
    if (!link) throw new Error(`No link ${name} on ${this.path}: ${this.title}`);
    return this.open(link.getAttribute("href") ?? "");
  }

  /** Sends the form of the first button of a name, with what is typed instead of what stands in it. */
  async press(name: string | RegExp, typed: Typed = {}): Promise<this> {
    const [button] = named(this.screen.element.querySelectorAll("button"), name);
    const form = button?.form;
    if (!button || !form || button.disabled) throw new Error(`No ${name} to press on ${this.path}: ${this.title}`);
    const sent = fieldsOf(form);
    if (button.name) sent.set(button.name, button.value);
    for (const [field, values] of Object.entries(inBoxes(typed))) {
      sent.delete(field);
      for (const value of [values].flat()) sent.append(field, value);
    }
    const path = new URL(form.getAttribute("action") || this.path, this.visitor.program.url);
    const where = path.pathname + path.search;
    if (form.method === "get") return this.open(`${path.pathname}?${new URLSearchParams([...wordsOf(sent)])}`);
    const body = form.enctype === "multipart/form-data" ? sent : new URLSearchParams(wordsOf(sent));
    return this.#arrive(await this.visitor.post(where, body), where);
  }

  /** An input of the open page. */
  input(name: string): HTMLInputElement {
    const found = this.screen.element.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (!found) throw new Error(`No ${name} on ${this.path}`);
    return found;
  }

  /** What the open step would send if nothing were typed: one value of each input. */
  answers(): Record<string, string> {
    const form = this.screen.element.querySelector<HTMLFormElement>("form#step");
    return form ? Object.fromEntries(wordsOf(fieldsOf(form))) : {};
  }

  async #arrive(response: Response, path: string): Promise<this> {
    const to = response.headers.get("location");
    if (to && response.status < 400) {
      await response.arrayBuffer();
      const { pathname, search } = new URL(to, this.visitor.program.url + path);
      return this.open(pathname + search);
    }
    this.path = path;
    this.status = response.status;
    this.#html = await response.text();
    this.#screen = undefined;
    return this;
  }
}

/** Those that say so. Finding them by role takes a second where a page lists all countries. */
const named = <One extends HTMLElement>(among: Iterable<One>, name: string | RegExp): One[] =>
  [...among].filter((one) => {
    const words = (one.getAttribute("aria-label") ?? one.textContent ?? "").replace(/\s+/g, " ").trim();
    return typeof name === "string" ? words === name : name.test(words);
  });

/** The inputs of a form as its browser would send them; an empty file is left out. */
function fieldsOf(form: HTMLFormElement): FormData {
  const sent = new FormData();
  const View = form.ownerDocument.defaultView;
  if (!View) return sent;
  for (const [name, value] of new View.FormData(form)) if (typeof value === "string") sent.append(name, value);
  return sent;
}

const wordsOf = (form: FormData) =>
  [...form].flatMap(([name, value]): [string, string][] => (typeof value === "string" ? [[name, value]] : []));

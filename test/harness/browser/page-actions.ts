import type { Page } from "@playwright/test";
import { expect } from "./browser";

/** Somebody in front of a page: types, chooses and presses, by keyboard alone or by touch alone. */
export type Hands = {
  /** Sets an input by name: a text is typed, a choice selected by value. */
  set: (name: string, value: string) => Promise<void>;
  /** Pastes into a text input. */
  paste: (name: string, text: string) => Promise<void>;
  /** Activates the first button with this name. */
  press: (button: string) => Promise<void>;
};

/** Pastes into the focused input, as the browser does. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData("text", pasted);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    // The browser inserts it unless the page prevents that.
    if (document.activeElement?.dispatchEvent(event)) document.execCommand("insertText", false, pasted);
  }, text);
}

type Kind = "radio" | "checkbox" | "select" | "country" | "text";

/** The control to use for an input: a country's select is behind a text input. */
async function kindOf(page: Page, name: string): Promise<Kind> {
  await page.locator(`[name="${name}"]`).first().waitFor({ state: "attached" });
  return page.evaluate((wanted) => {
    const input = document.querySelector(`[name="${wanted}"]`);
    if (document.querySelector(`input[role="combobox"][id="${wanted}"]`)) return "country";
    if (input instanceof HTMLSelectElement) return "select";
    const { type = "" } = input instanceof HTMLInputElement ? input : {};
    return type === "radio" || type === "checkbox" ? type : "text";
  }, name);
}

const selectorOf = (name: string, kind: Kind, value: string) =>
  kind === "country"
    ? `input[role="combobox"][id="${name}"]`
    : kind === "checkbox" && value !== "on"
      ? `[name="${name}"][value="${value}"]`
      : `[name="${name}"]`;

/** Presses Tab until an element has the focus. */
async function reach(page: Page, selector: string, label?: string): Promise<void> {
  for (let tabs = 0; tabs < 400; tabs++) {
    const isThere = await page.evaluate(
      ([wanted, text]) => {
        const { activeElement } = document;
        return activeElement?.matches(wanted) && (text === undefined || activeElement.textContent?.trim() === text);
      },
      [selector, label] as const,
    );
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The focus never came to ${selector} ${label ?? ""}`);
}

export function keyboardHands(page: Page): Hands {
  const { keyboard } = page;
  const isChosen = (name: string, value: string) =>
    page.evaluate(
      ([wanted, value]) => {
        const { activeElement: now } = document;
        if (now instanceof HTMLSelectElement) return now.name === wanted && now.value === value;
        return now instanceof HTMLInputElement && now.name === wanted && now.value === value;
      },
      [name, value] as const,
    );
  return {
    async set(name, value) {
      const kind = await kindOf(page, name);
      await reach(page, selectorOf(name, kind, value));
      if (kind === "radio" || kind === "select")
        for (let keys = 0; keys < 12 && !(await isChosen(name, value)); keys++) await keyboard.press("ArrowDown");
      if (kind === "radio" || kind === "checkbox") await keyboard.press("Space");
      if (kind !== "text" && kind !== "country") return;
      await keyboard.press("ControlOrMeta+a");
      await keyboard.type(value);
      if (kind === "country") await keyboard.press("Tab");
    },
    async paste(name, text) {
      await reach(page, `[name="${name}"]`);
      await paste(page, text);
    },
    async press(button) {
      await reach(page, "button", button);
      await keyboard.press("Enter");
    },
  };
}

export function touchHands(page: Page): Hands {
  const { keyboard } = page;
  const press = (button: string) => page.getByRole("button", { name: button, exact: true }).first().tap();
  return {
    async set(name, value) {
      const kind = await kindOf(page, name);
      const input = page.locator(selectorOf(name, kind, value));
      if (kind === "radio") return page.locator(`[name="${name}"][value="${value}"]`).tap();
      await input.tap();
      if (kind === "select") await input.selectOption(value);
      if (kind !== "text" && kind !== "country") return;
      await expect(input).toBeFocused();
      await keyboard.press("ControlOrMeta+a");
      await keyboard.insertText(value);
      if (kind !== "country") return;
      // Closes the phone's keyboard without touching the list of countries.
      await input.blur();
      // Don't wait for a touch that never ends.
      await page.waitForFunction(
        ([active, since]) => document.querySelector(active) === null || performance.now() - since > 2500,
        [":active", await page.evaluate(() => performance.now())] as const,
      );
    },
    async paste(name, text) {
      await page.locator(`[name="${name}"]`).tap();
      await paste(page, text);
    },
    press,
  };
}

/**
 * The last shown reading of each input, or otherwise its value, by question; without checkboxes, lists and empty
 * questions.
 */
export const onScreen = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const seen: Record<string, string> = {};
    for (const input of document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      "form#step :is(input, select, textarea)",
    )) {
      const name = (input.name || input.id).split(".")[0] ?? "";
      if (name === "" || name.includes("[") || input.type === "checkbox" || !input.checkVisibility()) continue;
      if (input.type === "radio" && !(input as HTMLInputElement).checked) continue;
      const under = document.getElementById(`${name}-reading`)?.textContent?.trim();
      const inside =
        input instanceof HTMLSelectElement
          ? input.selectedOptions[0]?.label
          : input.type === "radio"
            ? input.labels?.[0]?.textContent?.trim()
            : input.value;
      if (input.value !== "" && (under || inside)) seen[name] = under || inside || "";
    }
    return seen;
  });

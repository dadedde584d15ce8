import { JSDOM } from "jsdom";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { formEntriesOf, nameOf } from "./form-entries";
import { type RecoverableForm, recoverableFormOf, registerFormText } from "./recoverable-form";
import { deleteStaleCopies, readRecoveryCopy } from "./recovery-copies";

// What a form of the desk promises of the text in it, without a router and a browser: those that a page, a failed send
// and another tab show are in `e2e/form-recovery` and `test/desk`.

const page = "/admin/applications/1";
const dom = new JSDOM("<body></body>", { url: `https://lucaya.example${page}` });
const who = "rose";

beforeAll(() => {
  const { window } = dom;
  const names = ["document", "location", "Event", "Element", "HTMLElement", "HTMLFormElement", "HTMLButtonElement"];
  const fields = ["HTMLInputElement", "HTMLTextAreaElement", "HTMLSelectElement"];
  for (const name of [...names, ...fields]) vi.stubGlobal(name, window[name as "document"]);
  vi.stubGlobal("window", window);
});
afterAll(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  dom.window.localStorage.clear();
});

const note = '<textarea name="note"></textarea><input type="hidden" name="revision" value="3">';

/** The form of a page, as it comes from the server. */
function formOf(inner = note, attributes = 'action="/admin/applications/1/note"'): HTMLFormElement {
  document.body.insertAdjacentHTML("beforeend", `<form method="post" ${attributes}>${inner}</form>`);
  const form = [...document.forms].at(-1);
  if (!form) throw new Error("No form");
  return form;
}
const drawn = (inner?: string, attributes?: string): RecoverableForm =>
  recoverableFormOf(formOf(inner, attributes), who);

function field(recoverable: RecoverableForm, name = "note") {
  const control = recoverable.form.elements.namedItem(name);
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement) return control;
  throw new Error(`No field ${name}`);
}
function type(recoverable: RecoverableForm, text: string, name = "note"): void {
  field(recoverable, name).value = text;
  recoverable.type();
}
/** Sends it: the attempt, and the other fields that are sent beyond those of the form. */
function send(recoverable: RecoverableForm, stays = false) {
  const fields = new FormData();
  const attempt = recoverable.collect(fields, stays);
  recoverable.begin(attempt, fields, () => {});
  return { attempt, fields: Object.fromEntries(fields) };
}
/** Everything is stored on this device under its admin, page and form. */
const stored = (recoverable: RecoverableForm) => readRecoveryCopy(who, page, nameOf(recoverable.form));
/** The page is opened again, by its admin or another one. */
function reopened(inner = note, attributes?: string, admin = who): RecoverableForm {
  document.body.replaceChildren();
  return recoverableFormOf(formOf(inner, attributes), admin);
}

describe("the recovery copy of typed text", () => {
  test("[K-KEEP-5] opening its page again restores the text, with its time and revision", () => {
    vi.setSystemTime("2026-11-21T19:05:00Z");
    type(drawn(), "Call her mother");
    vi.setSystemTime("2026-11-22T12:00:00Z");
    const recoverable = reopened(note.replace("3", "4"));
    expect(recoverable.restore()).toBe(true);
    expect([field(recoverable).value, recoverable.restoredAt]).toEqual([
      "Call her mother",
      Date.parse("2026-11-21T19:05:00Z"),
    ]);
    expect(send(recoverable).fields, "what changed since is shown to them").toMatchObject({ revision: "3" });
  });

  test("[K-KEEP-5] restoring opens the folded section around it, and doesn't overwrite text typed since", () => {
    type(drawn(), "First");
    document.body.innerHTML = `<details><form method="post" action="/admin/applications/1/note">${note}</form></details>`;
    const recoverable = recoverableFormOf([...document.forms][0] as HTMLFormElement, who);
    expect([recoverable.restore(), document.querySelector("details")?.open]).toEqual([true, true]);

    const later = reopened();
    type(later, "Second");
    expect([later.restore(), field(later).value]).toEqual([false, "Second"]);
  });

  test("[K-KEEP-5] a text equal to the page's own is not unsent", () => {
    const recoverable = drawn();
    type(recoverable, "Call");
    expect(recoverable.isUnsent).toBe(true);
    type(recoverable, "");
    expect([recoverable.isUnsent, stored(recoverable)]).toEqual([false, null]);
  });

  test("[K-KEEP-6] discarding deletes the whole copy", () => {
    type(drawn('<textarea name="note">As it was</textarea>'), "Changed");
    const recoverable = reopened('<textarea name="note">As it was</textarea>');
    recoverable.restore();
    recoverable.discard();
    expect([field(recoverable).value, recoverable.isUnsent, recoverable.restoredAt, stored(recoverable)]).toEqual([
      "As it was",
      false,
      null,
      null,
    ]);
  });

  test("[K-KEEP-6] a copy is not restored for another admin or after seven days", () => {
    const recoverable = drawn();
    type(recoverable, "Private");
    expect(reopened(note, undefined, "omar").restore()).toBe(false);
    deleteStaleCopies("omar");
    expect(dom.window.localStorage, "it is deleted as soon as another admin is there").toHaveLength(0);

    type(reopened(), "Old");
    vi.setSystemTime(Date.now() + 7 * 24 * 3_600_000);
    deleteStaleCopies(who);
    expect(dom.window.localStorage).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    deleteStaleCopies(who);
    expect(dom.window.localStorage).toHaveLength(0);
  });

  test.each([
    ["a password", '<input type="password" name="password">', "password", ""],
    ["what a form keeps in its page alone", note, "note", 'data-keep="page"'],
    ["what is no text of a form", note, "note", 'data-keep="no"'],
  ])("[K-KEEP-6] a copy is never stored: %s", (_, inner, name, attributes) => {
    type(drawn(inner, `action="/admin/x" ${attributes}`), "secret", name);
    expect(dom.window.localStorage).toHaveLength(0);
  });

  test("[K-KEEP-7] a copy belongs to one form, by its URL, its intent and its position among equal forms", () => {
    const forms = [
      formOf(),
      formOf(),
      formOf(note, 'action="/admin/applications/1/status"'),
      formOf(`${note}<input type="hidden" name="intent" value="delete">`),
      formOf(`${note}<input type="hidden" name="item" value="7">`),
      formOf(note, 'data-keep="notes"'),
    ];
    expect(new Set(forms.map(nameOf)).size).toBe(forms.length);
    const [first, second] = forms.map((form) => recoverableFormOf(form, who));
    if (!first || !second) throw new Error("No forms");
    type(first, "Mine");
    expect([stored(first)?.text, stored(second)]).toEqual([[["note", "Mine"]], null]);
  });

  test.each([
    ["rubbish", "{"],
    ["another shape", '{"at":1,"text":"note","from":{}}'],
    ["no time", '{"text":[["note","x"]],"from":{}}'],
  ])("[K-KEEP-5] a copy that can't be read back, %s, is ignored", (_, written) => {
    type(drawn(), "Call");
    const [key = ""] = Object.keys(dom.window.localStorage);
    dom.window.localStorage.setItem(key, written);
    const recoverable = reopened();
    expect([recoverable.restore(), field(recoverable).value]).toEqual([false, ""]);
  });

  test("[K-KEEP-1] the copy stays in the page's memory if the browser stores nothing", () => {
    const full = vi.spyOn(dom.window.Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const recoverable = drawn();
    type(recoverable, "Call");
    expect(recoverable.isUnsent).toBe(true);
    full.mockRestore();
  });
});

test("[K-KEEP-5] checkboxes, choices and fields of the same name are each restored in position", () => {
  const inner = `<input type="checkbox" name="days" value="mon"><input type="checkbox" name="days" value="tue" checked>
    <select name="tone"><option>calm</option><option>brief</option></select>
    <input name="line" value=""><input name="line" value="">`;
  const recoverable = drawn(inner, 'action="/admin/x"');
  const checkboxes = recoverable.form.querySelectorAll<HTMLInputElement>('[name="days"]');
  checkboxes[0]?.click();
  checkboxes[1]?.click();
  const choice = recoverable.form.querySelector("select");
  if (choice) choice.value = "brief";
  const lines = recoverable.form.querySelectorAll<HTMLInputElement>('[name="line"]');
  if (lines[1]) lines[1].value = "second";
  recoverable.type();
  const entries = formEntriesOf(recoverable.form);
  const again = reopened(inner, 'action="/admin/x"');
  expect(again.restore()).toBe(true);
  expect(formEntriesOf(again.form)).toEqual(entries);
});

test("[K-KEEP-5] a form whose page manages its text is read and restored by the page", () => {
  let rows = "a,b";
  const own = { read: () => rows, put: (text: string) => (rows = text) };
  const form = formOf('<input name="first">', 'action="/admin/rows"');
  registerFormText(form, own);
  const recoverable = recoverableFormOf(form, who);
  rows = "b,a";
  recoverable.type();
  expect(recoverable.isUnsent).toBe(true);
  rows = "a,b";
  document.body.replaceChildren();
  const again = formOf('<input name="first">', 'action="/admin/rows"');
  registerFormText(again, own);
  expect([recoverableFormOf(again, who).restore(), rows]).toEqual([true, "b,a"]);
});

describe("sending a recoverable form", () => {
  test("[K-KEEP-1, K-KEEP-3] a send without a response keeps the text, and sending it again uses the same key, even after a reload", () => {
    const recoverable = drawn();
    type(recoverable, "Call");
    const { attempt } = send(recoverable);
    recoverable.fail("Not saved.");
    expect([recoverable.isUnsent, recoverable.isSending, recoverable.failed]).toEqual([true, false, "Not saved."]);
    expect(send(recoverable).attempt).toBe(attempt);
    recoverable.fail("Not saved.");

    const again = reopened();
    again.restore();
    expect(send(again).attempt).toBe(attempt);
  });

  test("[K-KEEP-3] another text, or other rows of a table, use another key", () => {
    const recoverable = drawn(note, 'id="bulk" action="/admin/x"');
    document.body.insertAdjacentHTML("beforeend", '<input form="bulk" type="checkbox" name="row" value="7">');
    type(recoverable, "Call");
    const attempts = [send(recoverable).attempt];
    recoverable.fail("");
    type(recoverable, "Write");
    attempts.push(send(recoverable).attempt);
    recoverable.fail("");
    document.querySelector<HTMLInputElement>('[name="row"]')?.click();
    attempts.push(send(recoverable).attempt);
    expect(new Set(attempts).size).toBe(3);
  });

  test("[K-KEEP-6] a successful send deletes the copy, and the next send uses another key", () => {
    const recoverable = drawn();
    type(recoverable, "Call");
    const { attempt } = send(recoverable);
    recoverable.answer(200, false);
    expect([recoverable.isUnsent, stored(recoverable)]).toEqual([false, null]);
    type(recoverable, "Call again");
    expect(send(recoverable).attempt).not.toBe(attempt);
  });

  test("[K-KEEP-5] a refused send keeps the text; after a conflict it is sent with the page's current state", () => {
    type(drawn(), "Call");
    const recoverable = reopened(note.replace("3", "4"));
    recoverable.restore();
    send(recoverable);
    recoverable.answer(400, false);
    expect([recoverable.isUnsent, send(recoverable).fields.revision]).toEqual([true, "3"]);
    recoverable.answer(409, false);
    expect([recoverable.isUnsent, send(recoverable).fields.revision]).toEqual([true, undefined]);
  });

  test("[K-KEEP-7] a successful send keeps what was typed meanwhile", () => {
    const recoverable = drawn();
    type(recoverable, "Call");
    send(recoverable);
    type(recoverable, "Call her");
    recoverable.answer(200, false);
    expect([recoverable.isUnsent, stored(recoverable)?.text]).toEqual([true, [["note", "Call her"]]]);
  });

  test("[K-KEEP-7] if another form has unsent text, the page says that it stays, and clears the form", () => {
    const recoverable = drawn();
    type(recoverable, "Sent");
    expect(send(recoverable, true).fields).toMatchObject({ stay: "yes" });
    recoverable.answer(200, false);
    expect([field(recoverable).value, recoverable.isUnsent]).toEqual(["", false]);
  });

  test("[K-KEEP-3] a form that creates something uses a new id for it only with a new key", () => {
    const inner = `${note}<input type="hidden" name="id" value="page-id">`;
    const recoverable = drawn(inner, 'data-new="id" action="/admin/x"');
    type(recoverable, "One");
    expect(send(recoverable).fields.id).toBeUndefined();
    recoverable.fail("");
    type(recoverable, "Two");
    const { id } = send(recoverable).fields;
    expect(id).toMatch(/^[\da-f-]{36}$/);
    recoverable.fail("");
    expect(send(recoverable).fields.id).toBe(id);
  });

  test("[F-DESK-12] a send is slow after 5 seconds and unresponsive after 20, until there is a response", () => {
    const recoverable = drawn();
    type(recoverable, "Call");
    const waits: unknown[] = [];
    recoverable.begin("1", null, () => waits.push(recoverable.pending));
    vi.advanceTimersByTime(4_999);
    expect(waits).toEqual([]);
    vi.advanceTimersByTime(15_001);
    expect(waits).toEqual(["slow", "silent"]);
    recoverable.answer(200, false);
    expect(recoverable.pending).toBeNull();
    recoverable.begin("2", null, () => waits.push(recoverable.pending));
    recoverable.breakOff(2);
    vi.advanceTimersByTime(60_000);
    expect(waits).toHaveLength(2);
  });

  test("[K-KEEP-4] leaving the page waits until the send has a response or fails", async () => {
    const recoverable = drawn(note, 'data-saves-itself="" action="/admin/x"');
    recoverable.form.requestSubmit = () => void send(recoverable);
    type(recoverable, "Call");
    const saved = recoverable.save();
    expect(recoverable.isSending).toBe(true);
    recoverable.answer(200, false);
    await saved;
    type(recoverable, "Call her");
    const failed = recoverable.save();
    recoverable.fail("Not saved.");
    await failed;
    expect(recoverable.isUnsent).toBe(true);
  });
});

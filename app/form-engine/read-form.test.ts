import { describe, expect, test } from "vitest";
import { exampleStep as step } from "../../test/harness/applicants/example-step";
import { readStepForm } from "./read-form";

const read = (...pairs: [string, string | File][]) => {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return readStepForm(step, form);
};

describe("the answers of a form", () => {
  test("answers are those of the form's fields as typed, valid or not", () => {
    expect(
      read(["name", " Ana\tBowe "], ["trip", "a\r\nb\tc"], ["from.day", "soon"], ["color", "green"], ["other", "x"]),
    ).toEqual({ name: "Ana Bowe", trip: "a\nb\tc", color: "green", _typed: { "from.day": "soon" } });
  });

  test("empty fields give no answer, and neither do files, which only the server writes", () => {
    expect(read(["name", ""], ["trip", " \n "], ["days", " "])).toEqual({});
    expect(read(["letter", "/documents/of-somebody-else"], ["letterName", "a.pdf"])).toEqual({});
    expect(read(["name", new File(["x"], "Ana")])).toEqual({});
  });

  test.each([
    ["yes", true],
    ["no", false],
    ["true", undefined],
    ["on", undefined],
  ])("yes-or-no answers are read: %j is %s", (rawValue, answer) => {
    expect(read(["travels", rawValue]).travels).toBe(answer);
  });

  test.each([
    ["yes", true],
    ["on", true],
    ["no", undefined],
    ["true", undefined],
  ])("a certification is read only by its checkbox's values: %j is %s", (rawValue, answer) => {
    expect(read(["agreed", rawValue]).agreed).toBe(answer);
  });

  test("derived answers are computed, whatever was sent", () => {
    expect(read(["color", "red"], ["reddish", "no"])).toEqual({ color: "red", reddish: true });
    expect(read(["color", "dark_blue"], ["reddish", "yes"])).toEqual({ color: "dark_blue", reddish: false });
    expect(read(["reddish", "yes"])).toEqual({});
    // A number is worked out where it is needed, and not stored.
    expect(read(["days", "4"], ["weeks", "7"])).toEqual({ days: "4" });
  });
});

describe("groups of checkboxes", () => {
  test("checked boxes are lists without duplicates, and a group with none is left out", () => {
    expect(
      read(["parents.mother", "resident"], ["parents.mother", "home_owner"], ["parents.mother", "resident"]),
    ).toEqual({ parents: { mother: ["resident", "home_owner"] } });
    expect(read(["parents", "resident"], ["parents.aunt", "resident"])).toEqual({});
    expect(read(["parents.mother", new File(["x"], "x")])).toEqual({});
  });

  test("an exclusive choice is dropped when others are checked, and stays alone", () => {
    expect(read(["parents.mother", "none"], ["parents.mother", "resident"], ["parents.father", "none"])).toEqual({
      parents: { mother: ["resident"], father: ["none"] },
    });
  });
});

describe("the entries of a list", () => {
  test("entries are in the order of their numbers, with gaps where one was removed", () => {
    expect(
      read(["names[10].first", " C "], ["names[2].first", "B"], ["names[0].used", "yes"], ["names[0].since", ""]),
    ).toEqual({ names: [{ used: true }, { first: "B" }, { first: "C" }] });
  });

  test("empty entries count, because they were added", () => {
    expect(read(["names[0].first", ""], ["names[1].first", " "])).toEqual({ names: [{}, {}] });
    expect(read()).toEqual({});
  });

  test.each([
    "names[].first",
    "names[-1].first",
    "names[1000].first",
    "names[1]first",
    "names[x].first",
    "xnames[0].first",
    "names2[0].first",
    "names.0.first",
    "names[0]x[1].first",
  ])("the name %s makes no entry", (name) => {
    expect(read([name, "A"])).toEqual({});
  });

  test("entry numbers have up to three digits", () => {
    expect(read(["names[999].first", "A"])).toEqual({ names: [{ first: "A" }] });
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Field } from "./field";
import { Input, Textarea } from "./input";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
  .map((file) => [file, readFileSync(`app/${file}`, "utf8")] as const);

test("[F-TEXT-5] no screen sets maxlength on an input: only the counting controls take a limit", () => {
  expect(sources.length).toBeGreaterThan(100);
  for (const [file, source] of sources)
    for (const [tag] of source.matchAll(/<(?:input|textarea)\b[\s\S]*?\/>/g))
      expect(`${file}: ${tag}`).not.toMatch(/maxLength/i);
});

test.each([
  ["a line", Input],
  ["a text", Textarea],
] as const)(
  "[F-TEXT-5] a limit of %s truncates nothing: a longer text is shown whole, with its count below",
  (_, Control) => {
    const shown = (text: string) =>
      renderToStaticMarkup(
        <Field id="name" label="Name">
          <Control name="name" maxLength={5} defaultValue={text} />
        </Field>,
      );
    expect(shown("12345")).not.toMatch(/maxlength|name-count/i);
    const over = shown("123456");
    expect(over).toContain("123456");
    expect(over).toContain("6 of 5 characters");
    expect(over).toMatch(/aria-describedby="name-count"/);
    expect(over).not.toMatch(/maxlength/i);
  },
);

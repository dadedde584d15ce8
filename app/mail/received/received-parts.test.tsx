import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReceivedRest } from "./received-parts";

const rest = { from: null, subject: null, quoted: "", refusedFiles: [] };

test.each([
  [0, ""],
  [1, "1 small part of the email was left out."],
  [1200, "1,200 small parts of the email were left out."],
])("[R-IN-9] of %i parts that were left out, whatever they are, the thread says how many", (leftOut, words) => {
  const shown = renderToStaticMarkup(<ReceivedRest mail={{ ...rest, leftOut }} />);
  expect(shown.replace(/<[^>]*>/g, "")).toBe(words);
});

import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { filingRevision } from "../filing-revision";
import { FilingQuestionForm } from "./filing-form";

test("[U-AGE-12, C-TURN-4] a yes sends the days that the admin saw when the question came up, so that another’s are not overwritten", () => {
  const question =
    "Medical certificate was issued on September 1, 2026, which is too old for this filing day. File anyway?";
  const revision = filingRevision({ filedOn: null, decisionExpectedBy: null });
  const result = { message: question, problem: null, question, revision, filedOn: "2026-11-04", expectedBy: "" };
  const element = <FilingQuestionForm id="1" result={result} />;
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  expect(html).toContain(`name="revision" value="${revision}"`);
  expect(html).toContain(`name="asked" value="${question}"`);
});

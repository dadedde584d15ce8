import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CaseDocuments } from "./case-documents";

test("[F-APPL-15] a document’s link is its kind, followed by the file’s name", () => {
  const file = { type: "passport_copy", contentType: "application/pdf", scan: "clean", condition: null } as const;
  const document = { id: "4", title: "Passport bio page", name: "IMG_1043.pdf", bytes: 2048, isFormer: false, ...file };
  const html = renderToStaticMarkup(<CaseDocuments application="1" documents={[document]} />);
  expect(html).toMatch(/<a href="\/documents\/4"[^>]*>Passport bio page<\/a>/);
  expect(html.replaceAll(/<[^>]+>/g, "")).toContain("Passport bio page IMG_1043.pdf");
});

import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StaffName } from "./staff-name";

const email = "theo@lucaya.example";

test("[I-NAME-4] a person of the staff is shown by name, with the email as a tooltip and for screen readers", () => {
  const html = renderToStaticMarkup(<StaffName name="Theo Knowles" email={email} />);
  expect(html).toContain(`title="${email}"`);
  expect(html.replace(/<[^>]+>/g, "")).toBe(`Theo Knowles (${email})`);
});

test.each([[email], [null]])("[I-NAME-4] without a name of their own, email %j, the text is shown once", (address) => {
  const html = renderToStaticMarkup(<StaffName name={email} email={address} />);
  expect(html.replace(/<[^>]+>/g, "")).toBe(email);
  expect(html).not.toContain("title=");
});

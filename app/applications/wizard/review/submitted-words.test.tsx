import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { attachDocument } from "~/applications/wizard/files/attach-document.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { ownDatabase } from "../../../../test/harness/in-process/own-database";
import { screenOf } from "../../../../test/harness/screen";
import { SubmittedWords } from "./submitted-words";

const database = ownDatabase();

test("[C-MISS-2, C-MISS-4] the success modal names what is missing and leads to the page; with all there it says so", async () => {
  const { id: service } = await serviceOf(database, "canadian-eta");
  await database.query("delete from document_requirements where visa_service_id = $1", [service]);
  await database.query(
    `insert into document_requirements (visa_service_id, document_name, document_type, is_required, display_order)
     values ($1, 'Passport copy', 'passport_copy', true, 1)`,
    [service],
  );
  const applicant = new Applicant(database);
  const id = await applicant.ready({}, { service });
  const modal = async () => {
    const data = await applicant.screen(id, "review_certification");
    return screenOf(
      renderToStaticMarkup(
        <MemoryRouter>
          <SubmittedWords data={data} />
        </MemoryRouter>,
      ),
    );
  };
  const lacking = await modal();
  expect(lacking.getByText("Still missing")).toBeTruthy();
  expect(lacking.getByRole("listitem").textContent).toBe("Passport copy");
  expect(lacking.getByRole("link").getAttribute("href")).toBe(`/apply/${id}#open`);
  const given = new FormData();
  given.set("attempt", crypto.randomUUID());
  given.set("file", pdfFile("passport.pdf"));
  const { application } = await applicant.found(id);
  await attachDocument(applicant.context(id), application, { type: "passport_copy" }, given);
  const whole = await modal();
  expect(whole.queryByText("Still missing")).toBe(null);
  expect(whole.queryByRole("link")).toBe(null);
});

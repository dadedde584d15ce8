import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { attachDocument } from "~/applications/wizard/files/attach-document.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { screenOf } from "../../../../test/harness/screen";
import { AfterSubmission, SubmittedText } from "./submitted-words";

const database = testDatabase();

test("[S-LOOK-3, C-MISS-2, C-MISS-4] the success dialog names missing documents and links to the page; with none missing it says so", async () => {
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
          <SubmittedText data={data} />
          <AfterSubmission data={data} />
        </MemoryRouter>,
      ),
    );
  };
  const incomplete = await modal();
  expect(incomplete.getByText("Still missing")).toBeTruthy();
  expect(incomplete.getByRole("listitem").textContent).toBe("Passport copy");
  const adds = { name: "Add the document" };
  expect(incomplete.getByRole("link", adds).getAttribute("href")).toBe(`/apply/${id}#open`);
  const upload = new FormData();
  upload.set("attempt", crypto.randomUUID());
  upload.set("file", pdfFile("passport.pdf"));
  const { application } = await applicant.found(id);
  await attachDocument(applicant.context(id), application, { type: "passport_copy" }, upload);
  const whole = await modal();
  expect(whole.queryByText("Still missing")).toBe(null);
  expect(whole.queryByRole("link", adds)).toBe(null);
  expect(whole.getByRole("link", { name: "Go to your application" }).getAttribute("href")).toBe(`/apply/${id}`);
});

test("[F-APPL-8] the review and the page after it say the same about price, payment and refund as the service’s page", async () => {
  const { id: service } = await serviceOf(database, "canadian-eta");
  await database.query(
    "update visa_services set government_fee = 75, service_fee = 180, fee_recipient = 'IRCC' where id = $1",
    [service],
  );
  const applicant = new Applicant(database);
  const id = await applicant.ready({}, { service });
  const { payment } = await applicant.screen(id, "review_certification");
  expect(payment).toMatchObject({
    ...{ amount: "$255", fees: expect.stringMatching(/^\$180 to us \+ \$75 to IRCC/) },
    confirmed: "The government sets its fee and may change it. We confirm it with you before you pay.",
    ...{ howToPay: "Please call us to pay.", phone: expect.stringMatching(/\d/) },
    refundTerms: expect.stringMatching(
      /^If you end your case before we begin work on it, we return what you paid us\. /,
    ),
  });
  // The review may be opened offline from another step.
  expect((await applicant.screen(id, "contact_info")).payment).toEqual(payment);
  await database.query(
    `insert into site_settings (key, value) values ('payment_instructions', '"By bank transfer."'), ('refund_terms', '"Within 14 days."')`,
  );
  const changed = (await applicant.screen(id, "review_certification")).payment;
  expect(changed).toMatchObject({ howToPay: "By bank transfer.", phone: "", refundTerms: "Within 14 days." });
});

import { describe, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk } from "../../test/harness/browser/desk-browser";
import { signIn } from "../../test/harness/desk/desk";
import { typed } from "../../test/harness/desk/editor-form";
import { inside, screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const path = "/admin/services/new";
const app = await sharedApp();
const superAdmin = await signIn(app);

const countryOf = async (slug: string) =>
  (
    await app.query<{ name: string | null }>(
      "select c.name from visa_services s left join countries c on c.id = s.country_id where s.slug = $1",
      [slug],
    )
  )[0];
const main = async (response: Response) => inside(screenOf(await response.text()).getByRole("main"));

describe("adding a country in the service editor", () => {
  test("[K-DOCS-7] without JavaScript the form returns with the typed values and the new country chosen", async () => {
    const change = { serviceName: "Typed so far", overview: "A long text", press: "add-country" };
    const wrong = await superAdmin.post(
      path,
      await typed(superAdmin, path, { ...change, "newCountry.aliases": "PORT" }),
    );
    expect(wrong.status).toBe(400);
    const refused = await main(wrong);
    expect(refused.getByRole("combobox", { name: /^New country/ }).getAttribute("aria-invalid")).toBe("true");
    expect(refused.getByLabelText("Other spellings").getAttribute("value")).toBe("PORT");
    const response = await superAdmin.post(path, await typed(superAdmin, path, { ...change, "newCountry.code": "PT" }));
    expect(response.status).toBe(200);
    const page = await main(response);
    expect(page.getByLabelText(/^Service name/).getAttribute("value")).toBe("Typed so far");
    expect(page.getByLabelText("Overview").textContent).toContain("A long text");
    const choice = page.getByLabelText("Country") as HTMLSelectElement;
    expect(choice.selectedOptions[0]?.textContent).toContain("Portugal");
    expect(await app.query("select 1 from visa_services where service_name = 'Typed so far'")).toEqual([]);
  });

  test("[K-DOCS-7] a regular admin sees whom to ask and gets 403", async () => {
    const [email, password] = ["countries@lucaya.example", "sails over the reef"];
    await superAdmin.post("/admin/users", {
      ...{ intent: "create", email, password, confirmation: password, role: "regular_admin" },
    });
    const regular = await signIn(app, { email, password });
    const page = await main(await regular.get(path));
    expect(page.getByText("Ask a super admin to add a country.")).toBeTruthy();
    const fields = await typed(superAdmin, path, { press: "add-country", "newCountry.code": "ES" });
    expect((await regular.post(path, fields)).status).toBe(403);
    expect(await app.query("select 1 from countries where code = 'ES'")).toEqual([]);
  });

  test("[K-DOCS-7, K-DOCS-8] with JavaScript no typed text is lost, and a country other than the name's must be confirmed", async () => {
    const page = await openDesk(await sharedBrowser(), app, path, {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByLabel("Service name").fill("Canada Harbour Visa");
    await expect(
      page.getByText("The name mentions Canada. If you don’t choose a country, that one is used."),
    ).toBeVisible();
    await page.getByText("Add a country", { exact: true }).click();
    await page.getByLabel("New country").selectOption("IT");
    await page.getByLabel("Display name").press("Enter");
    await expect(page.getByText("Italy was added and is selected below.")).toBeVisible();
    await expect(page.getByLabel("Service name")).toHaveValue("Canada Harbour Visa");
    await page.getByRole("button", { name: "Create service" }).click();
    await expect(page.getByText("The name says Canada, but the country is Italy. Save it anyway?")).toBeVisible();
    expect(await countryOf("canada-harbour-visa")).toBeUndefined();
    await page.getByRole("button", { name: "Save it like this" }).click();
    await page.waitForURL(/\/admin\/services(#|$)/);
    expect(await countryOf("canada-harbour-visa")).toEqual({ name: "Italy" });
    await close(page);
  });

  test("[K-DOCS-8] a service saved without a country gets the one of its name, with a notice", async () => {
    const fields = await typed(superAdmin, path, {
      ...{ serviceName: "Jamaica Harbour Visa", slug: "jamaica-harbour" },
      ...{ governmentFee: "40", serviceFee: "120" },
    });
    const response = await superAdmin.post(path, fields);
    expect(response.status).toBe(302);
    expect(await countryOf("jamaica-harbour")).toEqual({ name: "Jamaica" });
    const list = await main(await superAdmin.get("/admin/services"));
    expect(list.words).toContain("Service created, with the country from its name");
  });
});

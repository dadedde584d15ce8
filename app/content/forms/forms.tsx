import { FormCard } from "~/content/forms/form-card";
import { publishedForms } from "~/content/forms/forms.server";
import { previewedOf } from "~/content/previewed.server";
import { readBlock } from "~/content/read.server";
import { servicesOfForms } from "~/content/related/related.server";
import { SearchForm, ShowAll } from "~/content/search-form";
import { matchesSearch } from "~/content/search-words";
import { headTags, unlessSearched, withData } from "~/content/seo/head";
import { pageHead } from "~/content/seo/page-metadata.server";
import { breadcrumbData } from "~/content/seo/structured-data";
import { requestContext } from "~/core/request-context";
import { ButtonLink } from "~/ui/button";
import { CallToAction } from "~/ui/call-to-action";
import { ResultCount } from "~/ui/lists/result-count";
import { EmptyState } from "~/ui/notices/empty-state";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/forms";

export const handle = staticPage;

const trail = [{ label: "Forms and Resources" }];
const noServices: Awaited<ReturnType<typeof servicesOfForms>> = new Map();

export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = context.get(requestContext);
  const search = url.searchParams.get("q")?.trim() ?? "";
  const country = url.searchParams.get("country")?.trim() ?? "";
  const [head, all] = await Promise.all([
    pageHead(visit, "/forms"),
    readBlock(visit, "the forms", publishedForms(), []),
  ]);
  const countries = [...new Set(all.map((form) => form.country))].sort();
  if (country && !countries.includes(country)) visit.cacheable = false;
  const shown = all.filter(
    (form) =>
      (!country || form.country === country) && matchesSearch(search, form.title, form.description, form.visaType),
  );
  const services = await readBlock(visit, "the services of the forms", servicesOfForms(shown), noServices);
  const draft = previewedOf("forms")?.key;
  return {
    head: unlessSearched(withData(head, [breadcrumbData(trail, visit.origin)]), search),
    countries,
    forms: shown.map((form) => ({
      ...form,
      services: services.get(form.id) ?? [],
      download: `/forms/${form.id}/download${form.id === draft ? `?preview=${url.searchParams.get("preview")}` : ""}`,
    })),
    search,
    country,
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags(loaderData.head, matches);
}

export default function Forms({ loaderData: { forms, countries, search, country } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        trail={trail}
        seed="forms"
        eyebrow="Forms and resources"
        title="Checklists, letters and worksheets"
        lead="The papers we use ourselves, for the Bahamas and beyond. Fill them in on screen or on paper, and send them or bring them along."
      />
      <div className="page relative z-10 -mt-12 sm:-mt-14">
        <SearchForm
          action="/forms"
          label="Search the forms"
          placeholder="Search by title or kind of visa"
          search={search}
          filter={{ name: "country", label: "Country", all: "All countries", options: countries, value: country }}
        />
      </div>
      <section aria-label="Forms" className="page pt-10 sm:pt-12">
        <ResultCount
          count={forms.length}
          singular="form"
          plural="forms"
          by={[country && `for ${country}`, search && `with “${search}”`].filter(Boolean).join(" ")}
          className="mb-5"
        />
        <div data-results className="grid gap-5">
          <ShowAll action="/forms" narrowed={Boolean(search || country)} />
          {forms.length > 0 ? (
            <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
              {forms.map((form) => (
                <li key={form.id} className="min-w-0">
                  <FormCard form={form} services={form.services} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              seed="no-forms"
              title="No forms found matching your search."
              action={
                <>
                  <ButtonLink to="/contact">Ask us for a form</ButtonLink>
                  <ButtonLink to="/forms" variant="outline">
                    Show all forms
                  </ButtonLink>
                </>
              }
              className="rounded-2xl bg-sand"
            />
          )}
        </div>
      </section>
      <CallToAction
        title="Is something missing?"
        text="Tell us which visa you are preparing. We will name the documents you need and send you what we have."
        to="/contact"
        label="Ask a consultant"
        other={{ to: "/services", label: "See all visa services" }}
      />
    </>
  );
}

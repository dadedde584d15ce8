import { data } from "react-router";
import { publishedForm } from "~/content/forms/forms.server";
import { headTags } from "~/content/seo/head";
import { ButtonLink } from "~/ui/button";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/unavailable";

export const handle = staticPage;

/** `/forms/{id}/unavailable`: the library's dialog as a page, for browsers without JavaScript. */
export async function loader({ params: { id } }: Route.LoaderArgs) {
  const form = await publishedForm(id);
  if (!form) throw data(null, { status: 404 });
  return { title: form.title };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return headTags({ title: `${loaderData?.title ?? "Form"}: not available yet`, robots: "noindex" }, matches);
}

export default function FormUnavailable({ loaderData: { title } }: Route.ComponentProps) {
  return (
    <PageHero
      trail={[{ label: "Forms and Resources", to: "/forms" }, { label: title }]}
      seed="forms"
      eyebrow="Forms and resources"
      title="The download is not available yet"
      lead={`We are still preparing “${title}”. Write to us, and we will send you what we have.`}
    >
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/contact" size="lg">
          Ask us for it
        </ButtonLink>
        <ButtonLink to="/forms" size="lg" variant="outline">
          Back to the forms
        </ButtonLink>
      </div>
    </PageHero>
  );
}

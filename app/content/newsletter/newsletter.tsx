import { data } from "react-router";
import { headTags } from "~/content/seo/head";
import { requestContext } from "~/core/request-context";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/newsletter";
import { NewsletterForm } from "./form";
import { NewsletterPage } from "./page";
import { refuseSubscribing, subscribe } from "./subscribe.server";

export const handle = staticPage;

export function meta({ matches }: Route.MetaArgs) {
  const description = "Practical advice on visas, interviews, permits and papers, by email when there is news.";
  return headTags({ title: "Newsletter", description, robots: "noindex, follow" }, matches);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  const refused = await refuseSubscribing({ address });
  const form = refused ? new FormData() : await readForm(request);
  const rawEmail = form.get("email");
  const result = refused ?? (await subscribe({ address }, form));
  const email = typeof rawEmail === "string" ? rawEmail.slice(0, 254) : "";
  const headers = { "Cache-Control": "no-store" };
  return data({ result, email }, { status: formStatusOf(result), headers });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Newsletter({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  if (result?.ok)
    return (
      <NewsletterPage title="Please check your email">
        <p role="status">
          We have sent an email to <strong>{result.email}</strong>. Follow the link in it to confirm your subscription.
          We send nothing until you do.
        </p>
        <p className="text-base">Nothing after a few minutes? Please check your spam folder.</p>
      </NewsletterPage>
    );
  return (
    <>
      <PageHero
        trail={[{ label: "Newsletter" }]}
        seed="newsletter"
        eyebrow="From the desk"
        title="Our newsletter"
        lead="Practical advice on visas, interviews, permits and papers, from the people who prepare the files every day."
      />
      <section aria-labelledby="newsletter" className="page py-14 sm:py-20">
        <NewsletterForm email={actionData?.email ?? ""} error={result?.message} />
      </section>
    </>
  );
}

import { data, Form } from "react-router";
import { checkResumeLimit } from "~/applications/access/resume.server";
import { headTags } from "~/content/seo/head";
import { hourlyLimitResponse } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { readForm } from "~/request-bodies/read-form.server";
import { EmailInput } from "~/ui/forms/email-input";
import { Field } from "~/ui/forms/field";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { SubmitButton } from "~/ui/forms/submit-button";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import type { Route } from "./+types/your-data";
import { DataPage } from "./page";
import { sendDataLink } from "./send-data-link.server";

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Your data", robots: "noindex" }, matches);
}

/** `/your-data`: mails a link to all data of an email; the response is the same for every email. */
export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  const left = await checkResumeLimit(address);
  if (!left.allowed) return data({ email: "", problem: tooMany("links were requested", left) }, hourlyLimitResponse);
  const email = String((await readForm(request)).get("email") ?? "");
  const sent = await sendDataLink({ address }, email);
  if (sent.ok) return data({ email: "", problem: "" });
  return data(
    { email: stripInvalidCharacters(email), problem: sent.message },
    sent.reason === "limited" ? hourlyLimitResponse : 422,
  );
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (problem) => ({ email: "", problem }));

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function YourData({ actionData }: Route.ComponentProps) {
  return (
    <DataPage title="Your data" crumb={null}>
      <p>
        See the data we hold for your email address, get a copy, or ask us to erase it. This covers applications,
        inquiries and the newsletter. We’ll email you a link that works for 24 hours.
      </p>
      {actionData && !actionData.problem ? (
        <Banner tone="success" role="status" title="Please check your email">
          If we hold anything for this address, a link is on its way.
        </Banner>
      ) : null}
      <Form method="post" noValidate className="flex flex-wrap items-end gap-4 text-base text-ink">
        <div className="min-w-0 flex-1 basis-72">
          <Field id="email" label="Email address" error={actionData?.problem || undefined} required>
            <EmailInput name="email" maxLength={254} autoComplete="email" defaultValue={actionData?.email} />
          </Field>
        </div>
        <SubmitButton size="lg">Send me the link</SubmitButton>
      </Form>
      <p>
        Our <TextLink to="/privacy-policy">privacy policy</TextLink> explains how long we keep your data.
      </p>
    </DataPage>
  );
}

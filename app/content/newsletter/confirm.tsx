import { data } from "react-router";
import { headTags } from "~/content/seo/head";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/confirm";
import { LinkUnknown, NewsletterPage } from "./page";
import { confirmSubscription, readNewsletterLink } from "./subscribe.server";

export const handle = staticPage;

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Newsletter", robots: "noindex" }, matches);
}

/**
 * `GET /newsletter/confirm?token=`: shows what the link is for. Mail scanners follow links, so only the button
 * confirms.
 */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const link = await readNewsletterLink("confirm", token);
  if (link.state === "unknown") return data({ state: link.state, email: "", token: "" }, 404);
  return data({ state: link.state, email: link.email, token });
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireFormLimit(request, context.get(requestContext).address, "newsletter confirm");
  const token = (await readForm(request)).get("token");
  const link = await confirmSubscription(typeof token === "string" ? token : "");
  return data({ state: link.state === "good" ? ("done" as const) : link.state }, link.state === "good" ? 200 : 400);
}

export default function Confirm({ loaderData: { state, email, token }, actionData }: Route.ComponentProps) {
  const now = actionData?.state ?? state;
  if (now === "done")
    return (
      <NewsletterPage title="You are subscribed">
        <p role="status">Thank you. We’ll write only when there’s something worth knowing.</p>
      </NewsletterPage>
    );
  if (now === "unknown")
    return (
      <LinkUnknown>
        Please copy the whole link from our email, or <TextLink to="/newsletter">enter your address again</TextLink>.
      </LinkUnknown>
    );
  if (now === "expired")
    return (
      <NewsletterPage title="This link has expired">
        <p>
          Confirmation links work for one week. Please <TextLink to="/newsletter">enter your address again</TextLink>,
          and we’ll send you a new one.
        </p>
      </NewsletterPage>
    );
  return (
    <NewsletterPage title="Confirm your subscription">
      <p>
        Our newsletter will be sent to <strong>{email}</strong>.
      </p>
      <form method="post">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg">
          Confirm
        </Button>
      </form>
    </NewsletterPage>
  );
}

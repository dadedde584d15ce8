import { data } from "react-router";
import { headTags } from "~/content/seo/head";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/unsubscribe";
import { LinkUnknown, NewsletterPage } from "./page";
import { readNewsletterLink, unsubscribe } from "./subscribe.server";

export const handle = staticPage;

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Newsletter", robots: "noindex" }, matches);
}

/** `GET /newsletter/unsubscribe?token=`: shows the confirmation and changes nothing. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const link = await readNewsletterLink("unsubscribe", token);
  if (link.state === "unknown") return data({ state: link.state, email: "", token: "" }, 404);
  return data({ state: link.state, email: link.email, token });
}

/**
 * Handles the page's button, and one-click unsubscribe (RFC 8058): mail programs post `List-Unsubscribe=One-Click` to
 * the URL in the mail's header without an Origin, so the token in the URL is the proof.
 */
export async function action({ url }: Route.ActionArgs) {
  const link = await unsubscribe(url.searchParams.get("token") ?? "");
  return data({ done: link.state === "good" }, link.state === "good" ? 200 : 400);
}

export default function Unsubscribe({ loaderData: { state, email }, actionData }: Route.ComponentProps) {
  if (actionData?.done)
    return (
      <NewsletterPage title="You are unsubscribed">
        <p role="status">We will send nothing more to this address. Thank you for reading.</p>
      </NewsletterPage>
    );
  if (state === "unknown" || actionData)
    return (
      <LinkUnknown>
        Please copy the whole link from our email. If you still get our emails,{" "}
        <TextLink to="/contact">tell us</TextLink> and we’ll remove your address ourselves.
      </LinkUnknown>
    );
  return (
    <NewsletterPage title="Unsubscribe from the newsletter">
      <p>
        We will send nothing more to <strong>{email}</strong>.
      </p>
      {/* Posts to the page's own URL, whose token is the proof. */}
      <form method="post">
        <Button type="submit" size="lg">
          Unsubscribe
        </Button>
      </form>
    </NewsletterPage>
  );
}

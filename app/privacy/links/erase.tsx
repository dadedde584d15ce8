import { data, Form, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { headTags } from "~/content/seo/head";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { confirmErasure, readErasureLink } from "../requests/confirm-erasure.server";
import type { Route } from "./+types/erase";
import { DataPage } from "./page";

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Erase your data", robots: "noindex" }, matches);
}

/** `GET /your-data/erase?token=`: shows what would be erased, and changes nothing. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const link = await readErasureLink(token);
  return data({ link, token }, link.state === "unknown" ? 404 : 200);
}

/** The button confirms the request. */
export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  await requireFormLimit(request, address, "erasure form");
  const form = await readForm(request);
  const link = await confirmErasure(String(form.get("token") ?? ""), address);
  return data({ message: "" }, link.state === "used" ? 200 : 400);
}

export const clientAction = (sent: Route.ClientActionArgs) => orUnreachable(sent, (message) => ({ message }));

/** Also after a refusal: the request was withdrawn or made since the page was opened, which it then shows. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503;

export default function Erase({ loaderData: { link, token }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  if (link.state === "unknown" || link.state === "expired")
    return (
      <DataPage title="This link does not work">
        <p>
          The link may be incomplete, it may be more than 7 days old, or the request was taken back. Please{" "}
          <TextLink to="/your-data">ask again</TextLink>.
        </p>
      </DataPage>
    );
  if (link.state === "used")
    return (
      <DataPage title="We have your request">
        <p role="status">We’ll decide within 30 days and write to you. Until then, you can take it back.</p>
        <Covers covers={link.covers} />
      </DataPage>
    );
  return (
    <DataPage title="Erase your data?">
      <p>
        <strong>Your request isn’t made until you confirm it here.</strong> It covers:
      </p>
      <Covers covers={link.covers} />
      <p>We’ll decide within 30 days and write to you. Erased answers, documents and messages can’t be recovered.</p>
      {actionData?.message ? (
        <Banner tone="error" role="alert">
          {actionData.message}
        </Banner>
      ) : null}
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg" busy={busy}>
          Confirm my request
        </Button>
      </Form>
    </DataPage>
  );
}

const Covers = ({ covers }: { covers: readonly string[] }) => (
  <ul className="list-disc pl-6 text-ink">
    {covers.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

import { data, Form, type ShouldRevalidateFunctionArgs } from "react-router";
import { headTags } from "~/content/seo/head";
import { requestContext } from "~/core/request-context";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { MessageBanner } from "~/ui/notices/banner";
import { confirmErasure, type ErasureLink, readErasureLink } from "../requests/confirm-erasure.server";
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
  // Shown instead of what the link says by now: what is erased at once may be gone already.
  const confirmed = link.state === "used" ? link : null;
  return data({ message: "", confirmed }, confirmed ? 200 : 400);
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message) => ({ message, confirmed: null }));

/** Also after a refusal: the request was withdrawn or made since the page was opened, which it then shows. */
export const shouldRevalidate = ({ actionStatus }: ShouldRevalidateFunctionArgs) => actionStatus !== 503;

export default function Erase({ loaderData: { link: read, token }, actionData }: Route.ComponentProps) {
  const link: ErasureLink = actionData?.confirmed ?? read;
  if (link.state === "unknown" || link.state === "expired")
    return (
      <DataPage title="This link does not work">
        <p>
          The link may be incomplete, it may be more than 7 days old, or the request was taken back or carried out.
          Please <TextLink to="/your-data">ask again</TextLink>.
        </p>
      </DataPage>
    );
  if (link.state === "used")
    return (
      <DataPage title="We have your request">
        {link.covers.length > 0 ? (
          <>
            <p role="status">We’ll decide within 30 days and write to you. Until then, you can take it back.</p>
            <Covers covers={link.covers} />
          </>
        ) : null}
        {link.atOnce.length > 0 ? (
          <>
            <p role="status">We’re erasing this now and will write to you when it’s done:</p>
            <Covers covers={link.atOnce} />
          </>
        ) : null}
      </DataPage>
    );
  return (
    <DataPage title="Erase your data?">
      <p>
        <strong>Your request isn’t made until you confirm it here.</strong> It covers:
      </p>
      <Covers covers={[...link.covers, ...link.atOnce]} />
      <p>
        {link.covers.length > 0
          ? "We’ll decide within 30 days and write to you. Erased answers, documents and messages can’t be recovered."
          : "We’ll erase this as soon as you confirm. It can’t be recovered."}
        {link.covers.length > 0 && link.atOnce.length > 0
          ? " Your details as a client of ours are erased as soon as you confirm."
          : null}
      </p>
      <MessageBanner message={actionData?.message} />
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <SubmitButton size="lg">Confirm my request</SubmitButton>
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

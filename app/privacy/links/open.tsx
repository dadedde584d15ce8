import { data, Form, redirect } from "react-router";
import { headTags } from "~/content/seo/head";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { formStatusOf } from "~/core/verbs/refused";
import { requireFormLimit } from "~/request-bodies/form-limits.server";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { MessageBanner } from "~/ui/notices/banner";
import type { Route } from "./+types/open";
import { copyFor, eraseFor, openedAddress, openedCookie, readOpened, takeBackFor } from "./opened.server";
import { DataPage } from "./page";
import { PersonalDataList } from "./personal-data-list";
import { openedBy } from "./send-data-link.server";

const path = "/your-data/open";

export function meta({ matches }: Route.MetaArgs) {
  return headTags({ title: "Your data", robots: "noindex" }, matches);
}

/** `/your-data/open`: with the mailed link a button that opens it, then the data of the email. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  if (token) {
    const isGood = (await openedBy(token)) !== undefined;
    return data({ token: isGood ? token : "", email: "", held: null }, isGood ? 200 : 404);
  }
  const email = await openedAddress(request);
  if (!email) return data({ token: "", email: "", held: null }, 404);
  return data({ token: "", email, held: await readOpened(email) });
}

export async function action({ request, context }: Route.ActionArgs) {
  await requireFormLimit(request, context.get(requestContext).address, "own data form");
  const form = await readForm(request);
  const intent = form.get("intent");
  const text = (name: string) => String(form.get(name) ?? "");
  if (intent === "open") {
    const token = text("token");
    if (!(await openedBy(token))) throw redirect(path);
    throw redirect(path, { headers: { "Set-Cookie": openedCookie(token) } });
  }
  const email = await openedAddress(request);
  if (!email) throw redirect(path);
  const result = await (intent === "copy"
    ? copyFor(email, text("subject"))
    : intent === "take-back"
      ? takeBackFor(email, text("subject"))
      : eraseFor(email, form.getAll("subject").map(String), text("reason")));
  if (result.ok) throw redirect(path);
  return data(
    {
      message: result.message,
      intent: String(intent),
      subject: text("subject"),
      reason: stripInvalidCharacters(text("reason")),
    },
    formStatusOf(result),
  );
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message, fields) => {
    const text = (name: string) => String(fields.get(name) ?? "");
    return { message, intent: text("intent"), subject: text("subject"), reason: text("reason") };
  });

export default function Open({ loaderData, actionData }: Route.ComponentProps) {
  const { token, email, held } = loaderData;
  if (token)
    return (
      <DataPage title="See your data">
        <p>
          This link shows you, in this browser, the data we hold for your email address. It works for 24 hours after we
          sent it.
        </p>
        <MessageBanner message={actionData?.message} />
        <Form method="post" action={path}>
          <input type="hidden" name="token" value={token} />
          <SubmitButton intent="open" size="lg">
            Open my data
          </SubmitButton>
        </Form>
      </DataPage>
    );
  if (!held)
    return (
      <DataPage title="This link does not work">
        <p>
          The link may be incomplete or more than 24 hours old. Please{" "}
          <TextLink to="/your-data">ask for a new one</TextLink>.
        </p>
      </DataPage>
    );
  if (held.length === 0)
    return (
      <DataPage title="Nothing to show">
        <p>
          We no longer hold any active data for <strong>{email}</strong>.
        </p>
        <p>
          An application we’ve locked away because the law requires us to keep it isn’t listed here. Our email told you
          until when, and the application’s own page says so too.
        </p>
        <p>
          <ButtonLink to="/">Go to the home page</ButtonLink>
        </p>
      </DataPage>
    );
  return (
    <DataPage title="Your data" crumb="The data we hold">
      <p>
        For <strong>{email}</strong>. To open an application, use the private link in our emails.
      </p>
      <PersonalDataList items={held} problem={actionData ?? null} />
    </DataPage>
  );
}

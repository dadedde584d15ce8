import { Download } from "lucide-react";
import { data, Form, redirect, useNavigation } from "react-router";
import { findForHolder } from "~/applications/access/find.server";
import { BackToApplication, QuietPage, quietMeta } from "~/applications/access/quiet-page";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { calendarLongDate } from "~/core/time";
import { formStatusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink, SubmitButton } from "~/ui/button";
import { orUnreachable } from "~/ui/forms/or-unreachable";
import { TextLink } from "~/ui/link";
import { NassauTime } from "~/ui/nassau-time";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { requestCopy } from "../copies/ask-for-copy.server";
import { latestCopy } from "../copies/read-copy.server";
import { type RetentionState, retentionStateOf } from "../erasure/retain-until.server";
import { requestErasure, withdrawErasureRequest } from "../requests/ask-erasure.server";
import { ErasureFields } from "../requests/erasure-fields";
import { type OwnRequest, ownRequest } from "../requests/read-requests.server";
import type { Route } from "./+types/data";

export const meta: Route.MetaFunction = () => quietMeta("Your data");

/** `/apply/{id}/data`: a copy of all data, and erasure, for the holder. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { id, applicationNumber: number } = found.application;
  const [copy, erasure, keeping] = await Promise.all([
    latestCopy(id),
    ownRequest({ kind: "application", id }),
    retentionStateOf(db, id),
  ]);
  return { id, number, copy, erasure, keeping };
}

type Problem = { about: "copy" | "erase"; message: string; reason?: string };

const aboutOf = (intent: unknown) => (intent === "copy" ? "copy" : "erase");

export async function action({ request, params, context }: Route.ActionArgs) {
  const found = await findForHolder(request, params.id);
  if (!found) throw redirect(`/apply/${params.id}`);
  const { id } = found.application;
  const by = { address: context.get(requestContext).address, holder: found.holder };
  const form = await readForm(request);
  const reason = String(form.get("reason") ?? "");
  const intent = form.get("intent");
  const result = await (intent === "copy"
    ? requestCopy(by, id)
    : intent === "take-back"
      ? withdrawErasureRequest(by, id)
      : requestErasure(by, id, reason));
  if (result.ok) throw redirect(`/apply/${id}/data`);
  if (result.reason === "forbidden") throw redirect(`/apply/${id}`);
  const problem: Problem = { about: aboutOf(intent), message: result.message, reason: stripInvalidCharacters(reason) };
  return data(problem, formStatusOf(result));
}

export const clientAction = (sent: Route.ClientActionArgs) =>
  orUnreachable(sent, (message, fields): Problem => ({ about: aboutOf(fields.get("intent")), message }));

export default function OwnData({ loaderData, actionData }: Route.ComponentProps) {
  const { id, number, copy, erasure, keeping } = loaderData;
  const problemOf = (about: Problem["about"]) => (actionData?.about === about ? actionData.message : undefined);
  return (
    <QuietPage title="Your data">
      <p className="mt-3 text-lg text-stone">
        The data we hold for application <span className="font-mono whitespace-nowrap text-ink">{number}</span> is
        yours: get a copy, or ask us to erase it.
      </p>
      <Copy id={id} copy={copy} problem={problemOf("copy")} />
      <Erasure erasure={erasure} keeping={keeping} problem={problemOf("erase")} reason={actionData?.reason ?? ""} />
      <p className="mt-12">
        <BackToApplication id={id} />
      </p>
    </QuietPage>
  );
}

type CopyProps = {
  id: string;
  copy: Route.ComponentProps["loaderData"]["copy"];
  problem: string | undefined;
};

function Copy({ id, copy, problem }: CopyProps) {
  return (
    <section aria-labelledby="copy" className="mt-10">
      <h2 id="copy" className="text-2xl">
        Get a copy
      </h2>
      <MessageBanner message={problem} className="mt-4" />
      {copy?.state === "making" ? (
        <Banner tone="info" role="status" className="mt-4">
          We’re making your copy and will email you when it’s ready.
        </Banner>
      ) : copy ? (
        <>
          <p className="mt-3 text-stone">
            Your copy is ready. You can download it until{" "}
            <NassauTime at={copy.until} options={{ dateStyle: "long", timeStyle: "short" }} />; after that, we remove
            it.
          </p>
          <ButtonLink
            to={`/apply/${id}/data/${copy.id}.zip`}
            reloadDocument
            size="lg"
            className="mt-5"
            before={<Download aria-hidden />}
          >
            Download my copy
          </ButtonLink>
        </>
      ) : (
        <>
          <p className="mt-3 text-stone">
            A ZIP file with your questions and answers, messages, payments, the emails we sent, and every document.
            We’ll email you when it’s ready.
          </p>
          <Form method="post" className="mt-5">
            <SubmitButton intent="copy" size="lg">
              Ask for a copy of my data
            </SubmitButton>
          </Form>
        </>
      )}
    </section>
  );
}

type ErasureProps = {
  erasure: OwnRequest | null;
  keeping: RetentionState;
  problem: string | undefined;
  reason: string;
};

function Erasure({ erasure, keeping, problem, reason }: ErasureProps) {
  const busy = useNavigation().formMethod === "POST";
  const isWaiting = erasure?.state === "asked" || erasure?.state === "open";
  return (
    <section aria-labelledby="erasure" className="mt-12">
      <h2 id="erasure" className="text-2xl">
        Erase my data
      </h2>
      <ErasureState erasure={erasure} />
      {isWaiting ? (
        <Form method="post" className="mt-5 grid justify-items-start gap-4">
          <MessageBanner message={problem} />
          <Button type="submit" name="intent" value="take-back" variant="outline" busy={busy}>
            Take back my request
          </Button>
        </Form>
      ) : null}
      {isWaiting || erasure?.state === "deciding" ? null : (
        <Form method="post" className="mt-3 grid gap-5">
          <p className="text-stone">{ruleOf(keeping)}</p>
          <ErasureFields problem={problem} reason={reason} busy={busy} />
        </Form>
      )}
    </section>
  );
}

function ErasureState({ erasure }: { erasure: OwnRequest | null }) {
  switch (erasure?.state) {
    case "asked":
      return (
        <Banner tone="info" role="status" className="mt-4" title="Please check your email">
          <strong className="font-semibold">Your request isn’t made until you use the link we’ve emailed you.</strong>{" "}
          It works for 7 days.
        </Banner>
      );
    case "open":
      return (
        <Banner tone="info" role="status" className="mt-4" title="We have your request">
          We’ll decide within 30 days and write to you. Until then, you can take it back.
        </Banner>
      );
    case "deciding":
      return (
        <Banner tone="info" role="status" className="mt-4">
          Your request has been decided and is being carried out. We’ll write to you when it’s done.
        </Banner>
      );
    case "refused":
      return (
        <Banner tone="warning" className="mt-4" title="We’re sorry: we can’t erase this">
          <p dir="auto" className="whitespace-pre-line">
            {erasure.answer}
          </p>
          <p className="mt-2">
            If you don’t agree, please <TextLink to="/contact">write to us</TextLink>. You have the right to complain to
            the Data Protection Commissioner of The Bahamas. You can also ask us again below.
          </p>
        </Banner>
      );
    default:
      return null;
  }
}

/** What an erasure means for this application, before it is asked for. */
function ruleOf(keeping: RetentionState): string {
  if (keeping.is === "free")
    return "You can ask us to erase all answers, documents and messages of this application. Erasing them can’t be undone.";
  const until =
    keeping.is === "kept" ? `until ${calendarLongDate(keeping.until)}` : "for seven years once it’s decided";
  return `The law requires us to keep this application ${until}. Instead of erasing it now, we can lock it away: nobody will use it, and after that time we’ll erase it.`;
}

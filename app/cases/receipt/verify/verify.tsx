import { data } from "react-router";
import { headTags } from "~/content/seo/head";
import { requestContext } from "~/core/request-context";
import { formStatusOf } from "~/core/verbs/refused";
import { readForm } from "~/request-bodies/read-form.server";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Banner } from "~/ui/notices/banner";
import { PageHero } from "~/ui/page-hero";
import { staticPage } from "~/ui/static-page";
import type { Route } from "./+types/verify";
import { refuseVerifying, verifyRecord } from "./verify.server";

export const handle = staticPage;

export function meta({ matches }: Route.MetaArgs) {
  const description = "Check whether a signed document you’ve been shown is genuine.";
  return headTags({ title: "Check a signed record", description, robots: "noindex, follow" }, matches);
}

type VerifyInput = { number: string; sha256: string };
const longest = 200;

function readInput(form: URLSearchParams | FormData): VerifyInput {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return { number: text("number"), sha256: text("sha256") };
}

/** `GET /verify?number=&sha256=`, the link of a certificate, fills in the form without looking anything up. */
export function loader({ url }: Route.LoaderArgs) {
  return { typed: readInput(url.searchParams) };
}

const empty = {
  number: "Please enter the application number",
  sha256: "Please enter the SHA-256 from the certificate",
};

export async function action({ request, context }: Route.ActionArgs) {
  const { address } = context.get(requestContext);
  const refused = await refuseVerifying({ address });
  const input = refused ? undefined : readInput(await readForm(request));
  const headers = { "Cache-Control": "no-store" };
  if (input && (input.number === "" || input.sha256 === "")) return data({ typed: input }, { status: 422, headers });
  const result = refused ?? (input && (await verifyRecord({ address }, input)));
  const wait =
    result && "detail" in result && result.detail ? { "Retry-After": `${result.detail.retryAfterSeconds}` } : {};
  return data(
    { typed: input, result },
    { status: result ? formStatusOf(result) : 200, headers: { ...headers, ...wait } },
  );
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const input = actionData?.typed ?? loaderData.typed;
  const result = actionData && "result" in actionData ? actionData.result : undefined;
  const isChecked = actionData !== undefined && result === undefined;
  const problem = (name: keyof VerifyInput) => (isChecked && input[name] === "" ? empty[name] : undefined);
  return (
    <>
      <PageHero
        trail={[{ label: "Check a signed record" }]}
        seed="verify"
        eyebrow="Certificate of signature"
        title="Check a signed record"
        lead="For embassies, employers and anyone else who was shown a document signed with us. You need its certificate. We answer Yes or No and disclose nothing else about the application."
      />
      <section id="certificate" aria-labelledby="certificate-title" className="page py-14 sm:py-20">
        <div className="max-w-[44rem]">
          {result ? <Answer result={result} /> : null}
          <h2 id="certificate-title" className="text-3xl">
            Copy two details from the certificate
          </h2>
          <form method="post" action="/verify#certificate" noValidate className="mt-7 grid gap-6">
            <Field
              id="verify-number"
              label="Application number"
              hint="The certificate’s first line, such as BV26-K7QM-4TXP."
              error={problem("number")}
              required
            >
              {(control) => (
                <Input
                  {...control}
                  name="number"
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={longest}
                  defaultValue={input.number}
                  autoFocus={problem("number") !== undefined}
                />
              )}
            </Field>
            <Field
              id="verify-sha256"
              label="SHA-256"
              hint="A SHA-256 from the certificate, such as that of the record. Spaces don’t matter."
              error={problem("sha256")}
              required
            >
              {(control) => (
                <Input
                  {...control}
                  name="sha256"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={longest}
                  defaultValue={input.sha256}
                  autoFocus={problem("number") === undefined && problem("sha256") !== undefined}
                  className="font-mono"
                />
              )}
            </Field>
            <Button type="submit" size="lg" className="justify-self-start">
              Check record
            </Button>
          </form>
          <p className="mt-7 text-stone">
            “Yes” means that the number and the SHA-256 belong to the same signed record. If the answer is “No”, compare
            every character with the certificate.
          </p>
        </div>
      </section>
    </>
  );
}

type Result = NonNullable<Awaited<ReturnType<typeof verifyRecord>>>;

function Answer({ result }: { result: Result }) {
  if (!result.ok)
    return (
      <Banner tone="info" role="alert" title="We couldn’t check this" className="mb-10">
        {result.message}
      </Banner>
    );
  return (
    <Banner
      tone={result.isOurs ? "success" : "error"}
      role="status"
      title={result.isOurs ? "Yes: this is a record of Lucaya." : "No: we have no such record."}
      className="mb-10"
    />
  );
}

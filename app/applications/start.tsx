import { useState } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { isDatabaseAway } from "~/db/failure.server";
import { log } from "~/log.server";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Field } from "~/ui/field";
import { Flag } from "~/ui/flag";
import { Input } from "~/ui/input";
import { visitContext } from "~/visit";
import type { Route } from "./+types/start";
import { startApplication } from "./start.server";
import { startData } from "./start-data.server";
import { useScripted } from "./use-scripted";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.service ? `Apply: ${loaderData.service.name}` : "Start your visa application" },
  { name: "robots", content: "noindex" },
];

export async function loader({ request }: Route.LoaderArgs) {
  const service = new URL(request.url).searchParams.get("service");
  // The key of this attempt: sent twice, it starts one application (W-START-15).
  return { ...(await startData(service)), attempt: crypto.randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { address } = context.get(visitContext);
  const typed = { email: String(form.get("email") ?? ""), terms: form.get("terms") === "yes" };
  try {
    const result = await startApplication({ address }, form);
    if (result.outcome === "started")
      return redirect(`/apply/${result.id}`, { headers: { "Set-Cookie": result.cookie } });
    if (result.outcome === "incomplete") return data({ ...typed, message: result.message }, 422);
    const minutes = Math.ceil(result.retryAfterSeconds / 60);
    return data(
      { ...typed, message: `Too many applications were started from here. Please try again in ${minutes} minutes.` },
      429,
    );
  } catch (err) {
    log.error({ err }, "an application could not be started");
    return data(
      { ...typed, message: "Failed to start application. Please try again." },
      isDatabaseAway(err) ? 503 : 500,
    );
  }
}

export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  const { service, steps, minutes, documents, attempt } = loaderData;
  return (
    <div className="bg-sand">
      <div className="page grid gap-x-16 gap-y-10 py-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:py-16">
        <div className="min-w-0">
          {service?.country ? (
            <p className="flex items-center gap-2.5 text-sm font-semibold text-sea-ink">
              <Flag code={service.country.code} className="w-7" /> {service.country.name}
            </p>
          ) : null}
          <h1 className="mt-2 text-5xl">{service ? service.name : "Visa application"}</h1>
          <p className="mt-4 max-w-2xl text-lg text-stone">
            {service?.description ??
              "Start here if you do not know yet which visa you need. We read your answers and tell you which one fits."}
          </p>
          {service ? (
            <dl className="mt-7 flex flex-wrap gap-x-12 gap-y-4">
              <Fact label="Processing time" value={service.processingTime} />
              <Fact label="Validity" value={service.validityPeriod} />
              <Fact label="Total fee, USD" value={`$${dollars(service.totalPrice)}`} />
            </dl>
          ) : null}
          <section aria-labelledby="steps" className="mt-11">
            <h2 id="steps" className="text-2xl">
              {steps.length} steps, about {minutes} minutes
            </h2>
            <p className="mt-1 text-stone">You can stop at any time and go on where you were.</p>
            <ol className="mt-5 grid gap-x-8 sm:grid-cols-2">
              {steps.map((step, index) => (
                <li key={step.code} className="flex items-center gap-3 border-b border-dune py-2.5">
                  <span className="w-6 font-mono text-sm text-stone tabular-nums">{index + 1}</span>
                  <span className="min-w-0 flex-1 font-medium">{step.title}</span>
                  {step.isAddOn ? <Badge tone="blue">Add-on</Badge> : null}
                  <span className="text-sm whitespace-nowrap text-stone">{step.minutes} min</span>
                </li>
              ))}
            </ol>
          </section>
          {documents.length > 0 ? (
            <section aria-labelledby="documents" className="mt-11">
              <h2 id="documents" className="text-2xl">
                Have at hand
              </h2>
              <ul className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
                {documents.map((document) => (
                  <li key={document.type}>
                    <p className="font-semibold">
                      {document.name}
                      {document.isRequired ? null : <span className="font-normal text-stone"> (if you have it)</span>}
                    </p>
                    <p className="text-sm text-stone">{document.description}</p>
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </div>
        <StartForm serviceId={service?.id ?? ""} attempt={attempt} answered={actionData} />
      </div>
    </div>
  );
}

type Answered = { email: string; terms: boolean; message: string } | undefined;

function StartForm({ serviceId, attempt, answered }: { serviceId: string; attempt: string; answered: Answered }) {
  const [email, setEmail] = useState(answered?.email ?? "");
  const [terms, setTerms] = useState(answered?.terms ?? false);
  const busy = useNavigation().state !== "idle";
  const ready = email.trim() !== "" && terms;
  const malformed = answered?.message.includes("valid email") ? answered.message : undefined;
  return (
    <aside className="lg:sticky lg:top-28 lg:self-start">
      <Form method="post" noValidate className="rounded-2xl border border-dune bg-white px-6 py-7 shadow-md sm:px-8">
        <h2 className="text-2xl">Start your application</h2>
        {answered && !malformed ? (
          <Banner tone="error" role="alert" className="mt-5">
            {answered.message}
          </Banner>
        ) : null}
        <input type="hidden" name="service" value={serviceId} />
        <input type="hidden" name="attempt" value={attempt} />
        <div className="mt-6 grid gap-4">
          <Field
            id="email"
            label="Email address"
            hint="Your private link to the application goes here."
            error={malformed}
            required
          >
            <Input
              name="email"
              type="email"
              autoComplete="email"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          </Field>
          <Checkbox
            id="terms"
            name="terms"
            value="yes"
            checked={terms}
            onChange={(event) => setTerms(event.currentTarget.checked)}
            aria-required
            label={
              <>
                I agree to the{" "}
                <Link
                  to="/privacy-policy"
                  target="_blank"
                  className="font-medium text-sea-ink underline underline-offset-4"
                >
                  terms and the privacy policy
                </Link>
              </>
            }
          />
        </div>
        <StartButton ready={ready} busy={busy} />
        <p className="mt-5 text-sm text-stone">
          Progress autosaves every 30 seconds, and a resume link is emailed to you. Started one already?{" "}
          <Link to="/apply/start" className="font-medium text-sea-ink underline underline-offset-4">
            Find it again
          </Link>
          .
        </p>
      </Form>
    </aside>
  );
}

/** Disabled until both are given (W-START-7), by script alone: where there is none the server says what is missing. */
function StartButton({ ready, busy }: { ready: boolean; busy: boolean }) {
  const scripted = useScripted();
  return (
    <Button type="submit" variant="gold" size="lg" wide className="mt-6" disabled={scripted && !ready} busy={busy}>
      Start Application
    </Button>
  );
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (!value) return null;
  return (
    <div>
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="font-display text-xl font-semibold text-navy">{value}</dd>
    </div>
  );
}

const dollars = (amount: string) =>
  Number(amount).toLocaleString("en-US", { minimumFractionDigits: 2 }).replace(/\.00$/, "");

import type { ReactNode } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { requireStaff, type StaffContext } from "~/accounts/staff.server";
import { CaseSubpage } from "~/cases/desk/subpage/case-subpage";
import { AgreementBlocks } from "~/content/agreements/agreement-text";
import { requestContext } from "~/core/request-context";
import { stripInvalidCharacters } from "~/core/text-input";
import { calendarDate } from "~/core/time";
import { type Done, formStatusOf, type Refused } from "~/core/verbs/refused";
import type { AgreementBlock } from "~/db/schema/agreement-templates";
import { readForm } from "~/request-bodies/read-form.server";
import { Fold } from "~/ui/fold";
import { TextLink } from "~/ui/link";
import { Banner } from "~/ui/notices/banner";
import { StaffName } from "~/ui/staff-name";
import { nothingInForce, nothingToSign } from "../words";
import type { Route } from "./+types/agreement";
import { CountersignForm, EndForm, type EndFormResult, RenewForm } from "./agreement-forms";
import { countersignAgreement } from "./countersign-agreement.server";
import { type EndProblems, endAgreement } from "./end-agreement.server";
import { offerToCase } from "./offer-agreement.server";
import { OfferForm } from "./offer-form";
import { type DeskSignature, findDeskAgreement } from "./read-desk-agreement.server";
import { renewAgreement } from "./renew-agreement.server";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Agreement of ${loaderData?.agreement.number ?? "an application"} · Lucaya staff` },
];

/** `/admin/applications/{id}/agreement`: the texts that were offered and signed, and the forms of staff. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const agreement = await findDeskAgreement(params.id);
  if (!agreement) throw redirect(`/admin/applications/${params.id}`);
  return { agreement, name: staff.name ?? staff.email };
}

type Result = Done | Refused<EndProblems | undefined>;
const intents: Record<string, (by: StaffContext, input: { applicationId: string }) => Promise<Result>> = {
  offer: offerToCase,
  countersign: countersignAgreement,
  end: endAgreement,
  renew: renewAgreement,
};

type ActionResult = { message?: string; ended?: EndFormResult };

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = await requireStaff(request);
  const { address, browser } = context.get(requestContext);
  const form = Object.fromEntries([...(await readForm(request))].map(([name, value]) => [name, String(value)]));
  const run = Object.hasOwn(intents, form.intent ?? "") ? intents[form.intent ?? ""] : undefined;
  if (!run) throw data(null, 400);
  const done = await run({ staff, address, browser }, { ...form, applicationId: params.id });
  if (done.ok) return redirect(`/admin/applications/${params.id}/agreement`);
  const { detail, message } = done;
  if (!detail) return data<ActionResult>({ message: message || "This could not be saved." }, formStatusOf(done));
  const ended = {
    ...{ signature: form.signature ?? "", problems: detail },
    ...{ endedOn: stripInvalidCharacters(form.endedOn ?? ""), reason: stripInvalidCharacters(form.reason ?? "") },
  };
  return data<ActionResult>({ ended }, formStatusOf(done));
}

/** Reloads after a refusal too: the applicant or another admin may have been first. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" || defaultShouldRevalidate;

export default function AgreementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { agreement, name } = loaderData;
  const { id, number, current, signed, unsigned, mayOffer, mayRenew } = agreement;
  const result: ActionResult = actionData ?? {};
  return (
    <CaseSubpage id={id} number={number} title="Agreement" part="#agreement">
      {result.message ? (
        <Banner tone="error" role="alert">
          {result.message}
        </Banner>
      ) : null}
      {current ? (
        <section aria-labelledby="offered">
          <h2 id="offered" className="text-lg">
            Not signed yet
          </h2>
          {current.again ? <p className="mt-1">{current.again}</p> : null}
          <p className="mt-1 text-sm text-stone">
            {current.version} · Offered on {calendarDate(current.offeredOn)}
          </p>
          <Text blocks={current.blocks} pdf={`/apply/${id}/agreement.pdf?unsigned`} />
        </section>
      ) : null}
      {signed.length === 0 && !current ? <p className="text-stone">{nothingToSign(unsigned)}</p> : null}
      {mayOffer ? (
        <div>
          {signed.length > 0 ? <p>{nothingInForce}</p> : null}
          <OfferForm id={id} />
        </div>
      ) : null}
      {mayRenew ? <RenewForm id={id} because={mayRenew} /> : null}
      {signed.map((signature) => (
        <Signed key={signature.id} id={id} signature={signature}>
          {signature.mayCountersign ? <CountersignForm id={id} signature={signature} name={name} /> : null}
          {signature.mayEnd ? (
            <EndForm id={id} signature={signature} today={agreement.today} answered={result.ended} />
          ) : null}
        </Signed>
      ))}
    </CaseSubpage>
  );
}

function Text({ blocks, pdf, open = false }: { blocks: readonly AgreementBlock[]; pdf: string; open?: boolean }) {
  return (
    <>
      <Fold title={<span className="font-medium">Read the text</span>} open={open} className="mt-2">
        <AgreementBlocks blocks={blocks} level={4} />
      </Fold>
      <p className="mt-1">
        <TextLink to={pdf} reloadDocument look="standalone">
          Open it as a PDF
        </TextLink>
      </p>
    </>
  );
}

type SignedProps = { id: string; signature: DeskSignature; children: ReactNode };

function Signed({ id, signature, children }: SignedProps) {
  return (
    <section aria-labelledby={`signed-${signature.id}`} className="rounded-lg border border-line p-4">
      <h2 id={`signed-${signature.id}`} dir="auto" className="text-lg wrap-anywhere">
        {signature.title}
      </h2>
      <p className="mt-0.5 text-sm text-stone">{signature.version}</p>
      <p className="mt-2 font-semibold">{signature.state}</p>
      {signature.ended ? (
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {signature.ended.reason}
        </p>
      ) : null}
      {signature.ended ? (
        <p className="text-xs text-stone">
          Recorded by <StaffName name={signature.ended.by ?? ""} email={signature.ended.email ?? ""} />
        </p>
      ) : null}
      <dl className="mt-2 grid gap-1 text-sm">
        <Mark label="Signed by">{signature.signature}</Mark>
        <Mark label="SHA-256" isCode>
          {signature.sha256}
        </Mark>
        {signature.countersigned ? (
          <>
            <Mark label="Countersigned by">{signature.countersigned.signature}</Mark>
            <Mark label="SHA-256 of the countersignature" isCode>
              {signature.countersigned.sha256}
            </Mark>
          </>
        ) : null}
      </dl>
      <Text
        blocks={signature.blocks}
        pdf={`/apply/${id}/agreement.pdf?signature=${signature.id}`}
        open={signature.mayCountersign}
      />
      {children}
    </section>
  );
}

function Mark({ label, isCode = false, children }: { label: string; isCode?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-stone">{label}</dt>
      <dd dir="auto" className={`wrap-anywhere ${isCode ? "font-mono text-xs leading-5" : ""}`}>
        {children}
      </dd>
    </div>
  );
}

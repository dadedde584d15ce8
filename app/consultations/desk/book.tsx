import { and, eq, isNull } from "drizzle-orm";
import { data, Form, redirect } from "react-router";
import { z } from "zod";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { bookForCaller } from "~/consultations/staff/book-for-caller.server";
import { typedIn } from "~/core/text-input";
import { statusOf } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { consultationWays } from "~/db/schema/values";
import { wayLabels } from "~/inquiries/consultation/words";
import { referenceOf } from "~/inquiries/reference";
import { readForm } from "~/request-bodies/read-form.server";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { RadioGroup } from "~/ui/forms/radio-group";
import { TextLink } from "~/ui/link";
import { listHref } from "~/ui/lists/list-filter";
import { Panel } from "~/ui/lists/panel";
import { Banner } from "~/ui/notices/banner";
import { PageLink } from "~/ui/page-link";
import type { Route } from "./+types/book";
import { TimeChoice } from "./time-choice";
import { listTakers, readDeskTimes } from "./times.server";
import { numberMessage } from "./words";

const inquiryPath = (id: string) => `/admin/inquiries/${id}`;

export const meta: Route.MetaFunction = () => [{ title: "Book a consultation · Lucaya staff" }];

/**
 * `/admin/inquiries/{id}/consultation?from=2026-12-01&with={admin}`: books a consultation while somebody is on the
 * phone.
 */
export async function loader({ request, params: { id }, url }: Route.LoaderArgs) {
  await requireStaff(request);
  const inquiry = z.uuid().safeParse(id).success ? await findInquiry(id) : undefined;
  if (!inquiry) throw redirect("/admin/inquiries");
  const [ahead] = await db
    .select({ id: consultations.id })
    .from(consultations)
    .where(and(eq(consultations.inquiryId, id), eq(consultations.state, "booked"), isNull(consultations.outcome)));
  if (ahead) throw redirect(`/admin/consultations/${ahead.id}`);
  const takers = await listTakers();
  const taker = takers.find((one) => one.id === url.searchParams.get("with"));
  const times = await readDeskTimes({ from: url.searchParams.get("from"), adminId: taker?.id });
  return { inquiry, takers, taker: taker ?? null, times, reference: referenceOf(id), attempt: crypto.randomUUID() };
}

async function findInquiry(id: string) {
  const { fullName: name, email, phone } = visaInquiries;
  const [inquiry] = await db
    .select({ id: visaInquiries.id, name, email, phone })
    .from(visaInquiries)
    .where(eq(visaInquiries.id, id));
  return inquiry;
}

type Answer = { message: string; typed: { startsAt: string; way: string; phone: string } };

export async function action({ request, params: { id: inquiryId }, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = Object.fromEntries(await readForm(request));
  const booked = await bookForCaller(by, { ...form, inquiryId });
  if (booked.ok) throw redirect(`/admin/consultations/${booked.id}`);
  const typed = typedIn(form, ["startsAt", "way", "phone"]);
  return data<Answer>({ message: booked.message, typed }, statusOf(booked));
}

export default function BookConsultation({ loaderData, actionData }: Route.ComponentProps) {
  const { inquiry, takers, taker, times, reference, attempt } = loaderData;
  const answer: Answer | undefined = actionData;
  const path = `${inquiryPath(inquiry.id)}/consultation`;
  const pageOf = (from: string | null, who = taker?.id) => listHref(path, { from: from ?? undefined, with: who });
  const isAboutNumber = answer?.message === numberMessage;
  return (
    <Panel
      key={inquiry.id}
      id="book"
      kind={
        <TextLink to={inquiryPath(inquiry.id)} className="inline-flex min-h-6 items-center gap-1">
          Inquiry <span className="font-mono">{reference}</span>
        </TextLink>
      }
      title={
        <>
          Book a consultation with <bdi>{inquiry.name}</bdi>
        </>
      }
      closeTo={inquiryPath(inquiry.id)}
      className="max-w-4xl"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 sm:px-7">
        {answer && !isAboutNumber ? <Banner tone="error" role="alert" title={answer.message} /> : null}
        {takers.length === 0 ? (
          <Banner tone="info" title="Nobody takes consultations yet">
            Enter your consultation hours under <TextLink to="/admin/account#consultation-hours">Your account</TextLink>
            .
          </Banner>
        ) : (
          <>
            <nav aria-label="Who takes it" className="flex flex-wrap items-center gap-2">
              <span className="mr-1 text-sm font-semibold">Who takes it</span>
              {[{ id: undefined, name: "Anyone who is free" }, ...takers].map(({ id, name }) => (
                <ButtonLink
                  key={id ?? "anyone"}
                  to={listHref(path, { from: times.earlier === null ? undefined : times.first, with: id })}
                  preventScrollReset
                  size="sm"
                  variant={id === taker?.id ? "primary" : "outline"}
                  aria-current={id === taker?.id ? "true" : undefined}
                >
                  {name}
                </ButtonLink>
              ))}
            </nav>
            <Form method="post" noValidate data-keep={`book-${inquiry.id}`} className="grid gap-6">
              <input type="hidden" name="attempt" value={attempt} />
              <input type="hidden" name="adminId" value={taker?.id ?? ""} />
              <TimeChoice times={times} pageOf={pageOf} chosen={answer?.typed.startsAt} />
              <RadioGroup
                id="way"
                name="way"
                legend="How will you talk?"
                columns={3}
                defaultValue={answer?.typed.way || "phone"}
                options={consultationWays.map((value) => ({
                  value,
                  label: wayLabels[value],
                  ...(value !== "office" && inquiry.phone ? { hint: inquiry.phone } : {}),
                }))}
              />
              {inquiry.phone ? null : (
                <Field
                  id="phone"
                  label="Phone number"
                  size="sm"
                  hint="For a call or WhatsApp. The inquiry has none yet."
                  error={isAboutNumber ? answer?.message : undefined}
                  className="max-w-sm"
                >
                  <Input name="phone" type="tel" size="sm" maxLength={60} defaultValue={answer?.typed.phone} />
                </Field>
              )}
              <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
                <SubmitButton busyLabel="Booking…">Book the consultation</SubmitButton>
                <PageLink to={inquiryPath(inquiry.id)} className="button button-md button-outline">
                  Cancel
                </PageLink>
                <p className="text-sm text-stone">
                  {inquiry.email
                    ? `It is confirmed at once. ${inquiry.email} gets one email with a calendar file.`
                    : "It is confirmed at once. The inquiry has no email, so nothing is sent."}
                </p>
              </div>
            </Form>
          </>
        )}
      </div>
    </Panel>
  );
}

import { useState } from "react";
import { data, Form, redirect } from "react-router";
import { flash } from "~/accounts/flash.server";
import { requireStaff, requireStaffContext } from "~/accounts/staff.server";
import { activeServiceNames } from "~/catalogue/active-services.server";
import { countryList } from "~/core/countries.server";
import { newIdempotencyKey } from "~/core/idempotency-key";
import { stripInvalidCharacters } from "~/core/text-input";
import { refuse, statusOf } from "~/core/verbs/refused";
import { emptyInquiry, inquiryLabels, readInquiryForm } from "~/inquiries/inquiry";
import { serviceOptions } from "~/inquiries/services";
import { readForm } from "~/request-bodies/read-form.server";
import { SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { usedPhone } from "~/ui/forms/use-phone";
import { Panel } from "~/ui/lists/panel";
import { MessageBanner } from "~/ui/notices/banner";
import { useCloseTo } from "~/ui/notices/use-close-to";
import type { Route } from "./+types/new-inquiry";
import { enterInquiry } from "./enter-inquiry.server";
import { EnterFields, type EnterValues } from "./fields";

const list = "/admin/inquiries";

export const meta: Route.MetaFunction = () => [{ title: "New inquiry · Lucaya staff" }];

/** `/admin/inquiries/new`: enters the inquiry of a caller or walk-in. */
export async function loader({ request }: Route.LoaderArgs) {
  await requireStaff(request);
  return { services: serviceOptions(await activeServiceNames()), countries: countryList, attempt: newIdempotencyKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const by = await requireStaffContext(request, context);
  const form = await readForm(request);
  const rawValues = readInquiryForm(form);
  const phone = usedPhone(form.get("intent"), "phone");
  const values = phone === undefined ? rawValues : { ...rawValues, phone };
  // Without JavaScript: show the form again with the suggested phone number.
  const unsent = phone === undefined ? undefined : refuse("invalid", "", { problems: {}, offered: undefined });
  const entered = unsent ?? (await enterInquiry(by, values, Object.fromEntries(form)));
  if (entered.ok) throw redirect(`${list}/${entered.id}`, { headers: { "Set-Cookie": flash("inquiry-entered") } });
  const { privacyConsent, ...texts } = values;
  const rawInputOf = (name: string) => stripInvalidCharacters(String(form.get(name) ?? ""));
  const shown: EnterValues = {
    ...emptyInquiry,
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, stripInvalidCharacters(text)])),
    privacyConsent,
    cameBy: rawInputOf("cameBy"),
    confirm: form.get("confirm") === "yes",
  };
  const { message, detail } = entered;
  return data(
    {
      values: shown,
      problem: message,
      problems: detail?.problems ?? {},
      offered: detail?.offered,
      attempt: rawInputOf("attempt"),
    },
    unsent ? 200 : statusOf(entered),
  );
}

const fresh: EnterValues = { ...emptyInquiry, cameBy: "", confirm: false };
const labels: Partial<Record<string, string>> = { ...inquiryLabels, cameBy: "How they contacted us" };

export default function NewInquiry({ loaderData, actionData }: Route.ComponentProps) {
  const closeTo = useCloseTo(list);
  // The result whose suggested number was accepted, which solves its problem.
  const [settled, setSettled] = useState<typeof actionData>();
  const suggestedPhone = settled === actionData ? undefined : actionData?.offered;
  const problemEntries = Object.entries<string>(actionData?.problems ?? {});
  const problems = Object.fromEntries(
    settled === actionData ? problemEntries.filter(([name]) => name !== "phone") : problemEntries,
  );
  const errors = Object.entries(problems).map(([id, message]) => ({
    id,
    message: message.startsWith(labels[id] ?? "") ? message : `${labels[id] ?? id}: ${message}`,
  }));
  return (
    <Panel id="new-inquiry" kind="Inquiry" title="New inquiry" closeTo={closeTo} className="max-w-3xl">
      <Form method="post" noValidate className="grid gap-6 px-4 py-6 sm:px-7">
        <ErrorSummary title="Please fix the highlighted fields." errors={errors} />
        <MessageBanner
          message={actionData?.problem && errors.length === 0 && settled !== actionData ? actionData.problem : null}
        />
        <input type="hidden" name="attempt" value={actionData?.attempt || loaderData.attempt} />
        <EnterFields
          values={actionData?.values ?? fresh}
          problems={problems}
          offered={suggestedPhone}
          onPhone={() => setSettled(actionData)}
          services={loaderData.services}
          countries={loaderData.countries}
        />
        <div>
          <SubmitButton busyLabel="Saving…">Save inquiry</SubmitButton>
        </div>
      </Form>
    </Panel>
  );
}

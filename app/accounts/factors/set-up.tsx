import { useEffect } from "react";
import { data, useNavigate } from "react-router";
import { actOnFactors, type FactorFormResult } from "~/accounts/factors/factor-action.server";
import { Factors } from "~/accounts/factors/factors";
import { readOwnFactors } from "~/accounts/factors/own-factors.server";
import {
  ReauthenticationContext,
  ReauthenticationDialog,
  useReauthentication,
} from "~/accounts/reauthentication/confirm-dialog";
import { readConfirmState } from "~/accounts/reauthentication/confirm-form";
import { safeReturnPath } from "~/accounts/reauthentication/pending-form";
import { SignInFrame } from "~/accounts/sign-in/sign-in-frame";
import { isOverdue, requireStaffToSetUp } from "~/accounts/staff.server";
import { setUpPath } from "~/core/paths";
import { requestContext } from "~/core/request-context";
import { calendarLongDate } from "~/core/time";
import { readForm } from "~/request-bodies/read-form.server";
import { Button, ButtonLink } from "~/ui/button";
import type { Route } from "./+types/set-up";

export const meta: Route.MetaFunction = () => [
  { title: "Second factor · Lucaya staff" },
  { name: "robots", content: "noindex, nofollow" },
];

/**
 * `/admin/account/second-factor`: the only page of staff that opens while a second factor is overdue. With `?to=` it
 * reauthenticates by script and continues: the page without JavaScript can't use a passkey.
 */
export async function loader({ request, url }: Route.LoaderArgs) {
  const staff = await requireStaffToSetUp(request);
  const to = url.searchParams.has("to") ? safeReturnPath(url.searchParams.get("to")) : null;
  return { email: staff.email, overdue: isOverdue(staff), factors: await readOwnFactors(staff), to };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staff = await requireStaffToSetUp(request);
  const { address, origin } = context.get(requestContext);
  const fields = Object.fromEntries(await readForm(request));
  const answered = await actOnFactors({ staff, address, origin }, fields);
  if (!answered) throw data(null, 400);
  return answered;
}

export default function SetUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, overdue, factors, to } = loaderData;
  const { open, ask, close } = useReauthentication();
  useGoOn(to, ask);
  const result: FactorFormResult | null = actionData?.factor ?? null;
  const hasFactor = factors.appSince !== null || factors.passkeys.length > 0;
  const lead = hasFactor
    ? `For ${email}.`
    : overdue
      ? `${email} needs a second factor. Set up an authenticator app or a passkey; until then you can’t use the rest of the desk.`
      : factors.due
        ? `${email} needs one by ${calendarLongDate(factors.due)}: an authenticator app or a passkey.`
        : `For ${email}: an authenticator app or a passkey, so that a password alone isn’t enough to sign in.`;
  return (
    <SignInFrame title={hasFactor ? "Second factor" : "Set up a second factor"} lead={lead}>
      <div className="mt-7">
        <ReauthenticationContext value={ask}>
          <Factors factors={factors} answer={result} heading="h2" wholePage />
        </ReauthenticationContext>
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        {overdue ? null : (
          <ButtonLink to="/admin" variant={hasFactor ? "primary" : "outline"}>
            Go to the desk
          </ButtonLink>
        )}
        <form method="post" action="/admin/sign-out">
          <Button type="submit" variant="outline">
            Sign Out
          </Button>
        </form>
      </div>
      <ReauthenticationDialog open={open} onClose={close} />
    </SignInFrame>
  );
}

/** Reauthenticates at once, then opens `to`. */
function useGoOn(to: string | null, reauthenticate: () => Promise<boolean>) {
  const navigate = useNavigate();
  useEffect(() => {
    if (to === null) return;
    readConfirmState()
      .then((state) => state?.isFresh || reauthenticate())
      .then(async (mayGo) => {
        await navigate(setUpPath, { replace: true });
        if (mayGo) location.assign(to);
      });
  }, [to, reauthenticate, navigate]);
}

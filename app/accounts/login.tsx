import { CircleAlert } from "lucide-react";
import { data, Form, redirect, useNavigation } from "react-router";
import { ownPath } from "~/accounts/own-path";
import { signIn } from "~/accounts/sign-in.server";
import { readStaff } from "~/accounts/staff.server";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { BrandMark, Rosette, Waves } from "~/ui/guilloche";
import { Input } from "~/ui/input";
import { Mrz } from "~/ui/mrz";
import { visitContext } from "~/visit";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = () => [
  { title: "Staff sign-in · Lucaya" },
  { name: "robots", content: "noindex, nofollow" },
];

export async function loader({ request, url }: Route.LoaderArgs) {
  if (await readStaff(request)) throw redirect(ownPath(url.searchParams.get("to")));
  return null;
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await request.formData();
  const email = form.get("email");
  const { address } = context.get(visitContext);
  const result = await signIn({ request, address }, { email, password: form.get("password") });
  if (result.ok) return redirect(ownPath(url.searchParams.get("to")), { headers: result.headers });
  const headers: HeadersInit = result.retryAfterSeconds ? { "Retry-After": `${result.retryAfterSeconds}` } : {};
  const answer = { message: result.message, email: typeof email === "string" ? email : "" };
  return data(answer, { status: result.status, headers });
}

export default function Login({ actionData }: Route.ComponentProps) {
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST";
  return (
    <div className="grid min-h-dvh bg-sand lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Cover />
      <div className="flex flex-col px-5 sm:px-10">
        <main id="main" className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-10 lg:py-16">
          <h1 className="text-4xl">Staff sign-in</h1>
          <p className="mt-2 text-stone">For the desk of Lucaya Visa &amp; Immigration.</p>
          {actionData ? <Failure message={actionData.message} /> : null}
          <Form method="post" replace className="mt-7 grid gap-5">
            <Field id="email" label="Email">
              <Input
                name="email"
                required
                inputMode="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={actionData?.email}
                aria-describedby={actionData ? "failure" : undefined}
              />
            </Field>
            <Field id="password" label="Password">
              <Input
                name="password"
                type="password"
                required
                autoComplete="current-password"
                aria-describedby={actionData ? "failure" : undefined}
              />
            </Field>
            <Button type="submit" size="lg" wide busy={busy} busyLabel="Signing in..." className="mt-1">
              Sign In
            </Button>
          </Form>
        </main>
        <footer className="mx-auto w-full max-w-md border-t border-[#e3d8c3] py-5 text-sm text-stone">
          Authorized personnel only
        </footer>
      </div>
    </div>
  );
}

function Failure({ message }: { message: string }) {
  return (
    <div
      id="failure"
      role="alert"
      className="mt-6 flex items-start gap-3 rounded-md border border-error bg-error-ground px-4 py-3 font-medium text-error-deep"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {message}
    </div>
  );
}

/** The passport's cover: a rosette over the sea, and the machine-readable line at its foot. */
function Cover() {
  return (
    <header className="on-dark relative isolate flex min-h-36 flex-col justify-between overflow-hidden bg-navy p-6 sm:p-8 lg:p-12">
      <Rosette
        seed="staff"
        turning
        className="absolute -top-24 -right-36 -z-10 size-72 text-gold/45 lg:right-auto lg:top-1/2 lg:left-1/2 lg:size-[34rem] lg:-translate-x-1/2 lg:-translate-y-[58%]"
      />
      <Waves
        sea="calm"
        seed="staff"
        moving
        className="absolute inset-x-0 bottom-0 -z-10 h-28 text-shallows/30 lg:h-72"
      />
      <div className="flex items-center gap-3">
        <BrandMark onDark className="size-11" />
        <span className="leading-tight">
          <span className="block font-display text-2xl font-semibold">Lucaya</span>
          <span className="block text-sm text-foam">Visa &amp; Immigration</span>
        </span>
      </div>
      <Mrz className="max-lg:hidden text-foam/70">P&lt;BHSLUCAYA&lt;&lt;STAFF</Mrz>
    </header>
  );
}

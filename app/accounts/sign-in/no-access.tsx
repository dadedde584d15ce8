import { firstSignInPath, setUpPath } from "~/core/paths";
import { BrandMark, Rosette } from "~/ui/brand/guilloche";
import { ButtonLink } from "~/ui/button";

export const noAccessMessages = {
  "no-admin": {
    title: "This account doesn’t have access to the desk",
    text: "You’re signed in, but this isn’t an active staff account. Please ask a super admin for access.",
  },
  factor: {
    title: "Set up a second factor first",
    text: "Your account needs one: an authenticator app or a passkey. Until then you can’t use the rest of the desk. Nothing was changed.",
  },
  password: {
    title: "Choose your own password first",
    text: "Somebody else chose your password. Choose another one, and the desk opens. Nothing was changed.",
  },
  role: {
    title: "Only super admins can do this",
    text: "You don’t have permission to do this. Nothing was changed. Please ask a super admin.",
  },
};

/** 403: signed in without the right to this page. Contains no staff data; Sign Out always works. */
export function NoAccessPage({ reason }: { reason: keyof typeof noAccessMessages }) {
  const { title, text } = noAccessMessages[reason];
  return (
    <div className="relative isolate flex min-h-dvh flex-col overflow-hidden bg-sand">
      <Rosette seed="no-access" className="absolute -top-28 -right-28 -z-10 size-96 text-gold-deep/40" />
      <header className="flex items-center gap-3 px-5 py-5 sm:px-10">
        <BrandMark className="size-10" />
        <span className="font-display text-xl font-semibold text-navy">Lucaya</span>
      </header>
      <main id="main" className="mx-auto flex w-full max-w-2xl flex-1 flex-col justify-center px-5 pb-24 sm:px-10">
        <p className="font-mono text-sm tracking-[0.2em] text-sea-ink">403</p>
        <h1 className="mt-2 text-4xl">{title}</h1>
        <p className="mt-4 text-lg text-stone">{text}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          {reason === "role" ? (
            <ButtonLink to="/admin" size="lg">
              Back to the dashboard
            </ButtonLink>
          ) : null}
          {reason === "password" ? (
            <ButtonLink to={firstSignInPath} size="lg">
              Choose a password
            </ButtonLink>
          ) : null}
          {reason === "factor" ? (
            <ButtonLink to={setUpPath} size="lg">
              Set it up
            </ButtonLink>
          ) : null}
          <form method="post" action="/admin/sign-out">
            <button
              type="submit"
              className="min-h-13 rounded-md border border-edge bg-white px-6 py-3 font-semibold hover:border-navy hover:bg-foam"
            >
              Sign Out
            </button>
          </form>
        </div>
      </main>
    </div>
  );
}

import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { BrandMark, Rosette, Waves } from "~/ui/brand/guilloche";
import { Mrz } from "~/ui/brand/mrz";

/** The layout of the sign-in page and of those for a new password. */
export function SignInFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-sand lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Cover />
      <div className="flex flex-col px-5 sm:px-10">
        <main id="main" className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-10 lg:py-16">
          <h1 className="text-4xl">{title}</h1>
          {/* It may name an email address, which has no place to wrap at. */}
          <p className="mt-2 text-stone wrap-anywhere">{lead}</p>
          {children}
        </main>
        <footer className="mx-auto w-full max-w-md border-t border-[#e3d8c3] py-5 text-sm text-stone">
          Authorized personnel only
        </footer>
      </div>
    </div>
  );
}

export function FailureNotice({ message }: { message: string }) {
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

export function SuccessNotice({ message }: { message: string }) {
  return (
    <div
      role="status"
      className="mt-6 flex items-start gap-3 rounded-md border border-success bg-white px-4 py-3 font-medium text-ink"
    >
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
      {message}
    </div>
  );
}

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

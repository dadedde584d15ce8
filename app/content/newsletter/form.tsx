import { Waves } from "~/ui/brand/guilloche";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { HoneypotField } from "~/ui/forms/honeypot-field";
import { Input } from "~/ui/forms/input";

/** Subscribes an email. A plain form: it works the same with and without JavaScript. */
export function NewsletterForm({ email = "", error }: { email?: string; error?: string | undefined }) {
  return (
    <div className="no-print relative isolate overflow-hidden rounded-2xl bg-sand px-6 pt-9 pb-16 sm:px-12 sm:pt-12 sm:pb-20">
      <Waves seed="newsletter" className="absolute inset-x-0 bottom-0 -z-10 h-14 text-sea/30 sm:h-16" />
      <div className="grid items-end gap-x-14 gap-y-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
        <div>
          <h2 id="newsletter" className="text-3xl">
            Advice before you need it
          </h2>
          <p className="mt-3 max-w-xl text-stone">
            New rules, longer waits, better ways: we’ll write when there’s something worth knowing. You confirm by
            email, and every issue has an unsubscribe link.
          </p>
        </div>
        <form method="post" action="/newsletter" noValidate className="min-w-0">
          <Field id="newsletter-email" label="Email address" error={error} required>
            {(control) => (
              <div className="flex flex-col gap-3 sm:flex-row">
                <Input
                  {...control}
                  name="email"
                  type="email"
                  autoComplete="email"
                  maxLength={254}
                  defaultValue={email}
                  // The form is below the hero, so the focus scrolls to the error.
                  autoFocus={error !== undefined}
                  className="sm:flex-1"
                />
                <Button type="submit" size="lg" className="shrink-0">
                  Subscribe
                </Button>
              </div>
            )}
          </Field>
          <HoneypotField />
        </form>
      </div>
    </div>
  );
}

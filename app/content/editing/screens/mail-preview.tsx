import { z } from "zod";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import type { ExtraProps } from "./extra-props";

const shown = z.object({
  subject: z.string(),
  light: z.string(),
  dark: z.string(),
  text: z.string(),
  isDelivered: z.boolean(),
  isTyped: z.boolean(),
  chips: z.array(z.object({ name: z.string(), example: z.string() })),
});

/** A kind of mail: its placeholders, its preview, a test mail, and the reset to its default texts. */
export function MailPreview({ data, view }: ExtraProps) {
  const mail = shown.safeParse(data);
  if (!mail.success) return null;
  const { subject, light, dark, text, chips, isDelivered, isTyped } = mail.data;
  const lastSaved = view.draft ? `of version ${view.draft.number}` : "used in emails now";
  return (
    <>
      <Card role="group" aria-labelledby="facts" className={view.mayChange ? "" : "mt-4"}>
        <h2 id="facts" className="text-xl">
          Facts in this email
        </h2>
        <p className="mt-1 text-stone">
          Put a fact in braces and it’s replaced with the real value when the email is sent.
        </p>
        <dl className="mt-3 divide-y divide-line">
          {chips.map(({ name, example }) => (
            <div key={name} className="grid gap-x-6 py-1.5 sm:grid-cols-[15rem_minmax(0,1fr)]">
              <dt>
                <code className="font-mono text-sm">{`{${name}}`}</code>
              </dt>
              <dd className="text-stone [overflow-wrap:anywhere]">{example || "Empty if there is none"}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card role="group" aria-labelledby="mail-preview" className={view.mayChange ? "" : "mt-4"}>
        <h2 id="mail-preview" className="text-xl">
          Preview
        </h2>
        <p className="mt-1 text-stone">
          With sample data, using the wording{" "}
          <strong>{isTyped ? "on this screen, which isn’t saved yet" : lastSaved}</strong>.
        </p>
        {view.mayChange ? (
          <p className="mt-3">
            <Button type="submit" name="intent" value="act.look" data-saves="no" variant="outline">
              Preview my changes
            </Button>
          </p>
        ) : null}
        <p className="mt-3 [overflow-wrap:anywhere]">
          <span className="text-stone">Subject:</span> <strong>{subject}</strong>
        </p>
        <div className="mt-3 grid gap-4 lg:grid-cols-2">
          <Look title="Light" html={light} />
          <Look title="Dark" html={dark} />
        </div>
        <details className="mt-4">
          <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink hover:underline">
            As plain text
          </summary>
          <pre className="mt-2 overflow-x-auto rounded-lg border border-line bg-mist p-4 font-mono text-xs whitespace-pre-wrap">
            {text}
          </pre>
        </details>
        {view.mayChange ? <Acts isDelivered={isDelivered} /> : null}
      </Card>
    </>
  );
}

/** Shows the mail in a sandboxed frame, where no script runs and nothing is loaded. */
function Look({ title, html }: { title: string; html: string }) {
  return (
    <section aria-label={title}>
      <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
      <iframe
        sandbox=""
        srcDoc={html}
        title={`Email preview, ${title.toLowerCase()}`}
        className="mt-1.5 h-[38rem] w-full rounded-lg border border-line bg-white max-sm:-mx-4 max-sm:w-[calc(100%+2rem)]"
      />
    </section>
  );
}

function Acts({ isDelivered }: { isDelivered: boolean }) {
  return (
    <div className="mt-5 grid gap-5 border-t border-line pt-5">
      <div>
        <Button type="submit" name="intent" value="act.test" data-saves="no" variant="outline">
          Send me a test
        </Button>
        <p className="mt-1.5 text-sm text-stone">
          Sends what’s on this screen, saved or not, only to your own email address, with [Test] in the subject and no
          working links.
        </p>
      </div>
      {isDelivered ? null : (
        <details>
          <summary className="w-fit cursor-pointer rounded-xs py-1 font-semibold text-sea-ink hover:underline">
            Back to the delivered words
          </summary>
          <p className="mt-2">
            Create a new version with the words that came with the product? The current words stay in the history.
          </p>
          <p className="mt-3">
            <Button type="submit" name="intent" value="act.delivered" variant="outline">
              Yes, use the delivered words
            </Button>
          </p>
        </details>
      )}
    </div>
  );
}

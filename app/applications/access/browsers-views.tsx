import { ArrowLeft } from "lucide-react";
import { Form } from "react-router";
import { useStepFocus } from "~/applications/access/step-focus";
import { forgetUnsent } from "~/applications/access/unsent-places";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { NassauTime } from "~/ui/nassau-time";
import { Banner, MessageBanner } from "~/ui/notices/banner";
import { formatBrowserKind } from "./browser-words";
import type { listBrowsers } from "./browsers.server";
import { BackToApplication, QuietPage } from "./quiet-page";

type Browser = Awaited<ReturnType<typeof listBrowsers>>[number];
type Done = { tone: "success" | "info"; message: string };

const done: Record<string, Done> = {
  ended: { tone: "success", message: "Access ended. We’ve emailed a new link to the address on file." },
  renewed: {
    tone: "success",
    message:
      "Access has ended for all earlier links and other browsers. A new link is on its way to the address on file.",
  },
  gone: { tone: "info", message: "That browser is no longer on the list. Nothing was changed." },
  nowhere: { tone: "info", message: "There is no email address to send a new link to. Nothing was changed." },
};

export const browsersNotice = (word: string | null): Done | undefined =>
  word && Object.hasOwn(done, word) ? done[word] : undefined;

type BrowserListProps = {
  id: string;
  number: string;
  browsers: Browser[];
  more: boolean;
  reachable: boolean;
  done: Done | undefined;
};

export function BrowserList({ id, number, browsers, more, reachable, done }: BrowserListProps) {
  const path = `/apply/${id}/browsers`;
  return (
    <QuietPage title="Who can open this application" heading={useStepFocus()}>
      <p className="mt-3 text-lg text-stone">
        The browsers below can open application <span className="font-mono whitespace-nowrap text-ink">{number}</span>.
        End access for any you don’t recognize or no longer use.
      </p>
      {done ? (
        <Banner tone={done.tone} role="status" className="mt-7">
          {done.message}
        </Banner>
      ) : null}
      <ul
        aria-label="Browsers"
        className="mt-8 divide-y divide-dune rounded-xl border border-dune bg-white px-5 sm:px-6"
      >
        {browsers.map((browser) => (
          <BrowserRow key={browser.id} browser={browser} place={path} />
        ))}
      </ul>
      {more ? <p className="mt-3 text-sm text-stone">Showing the {browsers.length} most recently used.</p> : null}
      {browsers.length > 1 ? (
        <ButtonLink to={`${path}?end=others`} variant="outline" className="mt-5">
          End all others
        </ButtonLink>
      ) : null}
      <section aria-labelledby="links" className="mt-12 border-t border-dune pt-8">
        <h2 id="links" className="text-2xl">
          Get a new link and end all other access
        </h2>
        <p className="mt-3 text-stone">
          Each link we’ve emailed opens the application for 30 days, in any browser. If someone else might have one, end
          all links and all other browsers, and get a new link.
        </p>
        {reachable ? (
          <ButtonLink to={`${path}?end=links`} variant="outline" className="mt-5">
            Send me a new link and end all others
          </ButtonLink>
        ) : null}
      </section>
      <p className="mt-10">
        <BackToApplication id={id} />
      </p>
    </QuietPage>
  );
}

function BrowserRow({ browser, place }: { browser: Browser; place: string }) {
  const kind = formatBrowserKind(browser.browser);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{kind}</span>
          {browser.isThis ? <Badge tone="teal">This browser</Badge> : null}
        </p>
        <p className="mt-1 text-sm text-stone">
          <span className="block">
            First used <NassauTime at={browser.firstUsed} options={{ dateStyle: "long" }} />
          </span>
          {browser.isThis ? null : (
            <span className="block">
              Last used <LastUsed at={browser.lastUsed} />
            </span>
          )}
        </p>
      </div>
      <ButtonLink to={`${place}?end=${browser.id}`} variant="outline">
        End access<span className="sr-only"> for {kind}</span>
      </ButtonLink>
    </li>
  );
}

const LastUsed = ({ at }: { at: string }) => <NassauTime at={at} options={{ dateStyle: "long", timeStyle: "short" }} />;

type EndQuestionProps = {
  id: string;
  number: string;
  target: Browser | "others" | "links";
  others: number;
  problem: string | undefined;
};

export function EndQuestion({ id, number, target, others, problem }: EndQuestionProps) {
  const own = typeof target === "object" && target.isThis;
  const { title, button } = questionWords(target);
  return (
    <QuietPage title={title} heading={useStepFocus()}>
      <div className="mt-3 grid gap-3 text-lg text-stone">
        <Consequence target={target} number={number} others={others} />
      </div>
      <MessageBanner message={problem} className="mt-7" />
      <Form
        method="post"
        onSubmit={() => {
          if (own) forgetUnsent(id);
        }}
        className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3"
      >
        <input type="hidden" name="end" value={typeof target === "string" ? target : target.id} />
        <SubmitButton variant="danger" size="lg">
          {button}
        </SubmitButton>
        <TextLink to={`/apply/${id}/browsers`} look="standalone">
          <ArrowLeft aria-hidden className="size-4" /> Keep access
        </TextLink>
      </Form>
    </QuietPage>
  );
}

function questionWords(target: EndQuestionProps["target"]) {
  if (target === "others") return { title: "End access for all other browsers?", button: "End all others" };
  if (target === "links")
    return { title: "End all links and other browsers?", button: "Send me a new link and end all others" };
  return { title: "End access for this browser?", button: "End access" };
}

function Consequence({ target, number, others }: Pick<EndQuestionProps, "target" | "number" | "others">) {
  const application = (
    <>
      application <span className="font-mono whitespace-nowrap text-ink">{number}</span>
    </>
  );
  if (typeof target === "object" && target.isThis)
    return (
      <p>
        You’ll no longer be able to open {application} in this browser. It stays safe with us, and the link in your
        email opens it again.
      </p>
    );
  return (
    <>
      {target === "links" ? (
        <p>
          Links we’ve already sent will stop opening {application}, and so will all other browsers. This browser keeps
          access, and we’ll email a new link to the address on file.
        </p>
      ) : (
        <p>
          <span className="text-ink">
            {target === "others" ? (
              others === 1 ? (
                "One other browser"
              ) : (
                `${others} other browsers`
              )
            ) : (
              <>
                {formatBrowserKind(target.browser)}, last used <LastUsed at={target.lastUsed} />,
              </>
            )}
          </span>{" "}
          can then no longer open {application}. Everything saved stays saved. We’ll email a new link to the address on
          file.
        </p>
      )}
      <p>After that, only a link from our emails opens it elsewhere. Knowing the email address won’t be enough.</p>
    </>
  );
}

import { Search } from "lucide-react";
import { DevFeedback } from "~/site/dev-ui/feedback";
import { DevForms } from "~/site/dev-ui/forms";
import { DevPieces } from "~/site/dev-ui/pieces";
import { DevSection } from "~/site/dev-ui/section";
import { BrandMark, Cover, Initials, Rosette, Waves } from "~/ui/brand/guilloche";
import { Mrz } from "~/ui/brand/mrz";
import { Button, ButtonLink } from "~/ui/button";
import { Eyebrow, SectionHeading } from "~/ui/heading";
import { TextLink } from "~/ui/link";
import { ToastProvider } from "~/ui/notices/toast";

const sections = [
  ["type", "Type and colour"],
  ["guilloche", "Guilloche"],
  ["buttons", "Buttons and links"],
  ["fields", "Fields"],
  ["choices", "Choices"],
  ["files", "Files and lists"],
  ["notices", "Notices"],
  ["dialogs", "Dialogs and toasts"],
  ["statuses", "Badges and stamps"],
  ["cards", "Cards"],
  ["tables", "Tables"],
  ["navigation", "Tabs, accordion, pages"],
  ["waiting", "Waiting and empty"],
] as const;

const colours = [
  "bg-navy",
  "bg-deep",
  "bg-sea",
  "bg-sea-ink",
  "bg-shallows",
  "bg-foam",
  "bg-sand",
  "bg-dune",
  "bg-gold",
  "bg-ink",
  "bg-stone",
  "bg-mist",
  "bg-line",
  "bg-edge",
  "bg-error",
  "bg-success",
  "bg-warning",
  "bg-info",
] as const;

/** `/dev/ui`: every component of `app/ui` in every state. See hover and focus by pointing and by the Tab key. */
export const meta = () => [{ title: "The pieces of the house" }];

export default function DevUi() {
  return (
    <ToastProvider>
      <main id="main" className="page py-10">
        <SectionHeading
          level={1}
          eyebrow="Workshop"
          title="Every component, in every state"
          intro="Hover over a component or use the Tab key to see its hover and focus states."
        />
        <nav aria-label="Sections" className="my-8">
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {sections.map(([id, title]) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-8 items-center rounded-xs text-sm text-sea-ink hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <TypeAndColour />
        <Drawings />
        <Buttons />
        <DevForms />
        <DevFeedback />
        <DevPieces />
      </main>
    </ToastProvider>
  );
}

function TypeAndColour() {
  return (
    <DevSection id="type" title="Type and colour">
      <div className="grid gap-3">
        <p className="font-display text-6xl font-semibold tracking-[-0.02em] text-navy">
          The way in, <em className="font-normal">calmly arranged.</em>
        </p>
        <p className="font-display text-5xl font-semibold text-navy">Page title 5xl</p>
        <p className="font-display text-4xl font-semibold text-navy">Section title 4xl</p>
        <p className="font-display text-3xl font-semibold text-navy">Wizard title 3xl</p>
        <p className="font-display text-2xl font-semibold text-navy">Card title 2xl</p>
        <p className="text-lg">Lead, large text. Visas prepared by people who answer within one business day.</p>
        <p>Body text. Ümläuts, Español, Kreyòl, Français: 0123456789 $1,299.00</p>
        <p className="text-sm text-stone">Small text for hints and the desk.</p>
        <p className="font-mono text-sm">BV26-K7QM-4TXP 0O1I</p>
        <Eyebrow>Eyebrow</Eyebrow>
      </div>
      <ul className="mt-8 grid grid-cols-3 gap-3 sm:grid-cols-6 lg:grid-cols-9">
        {colours.map((colour) => (
          <li key={colour}>
            <span className={`block h-12 rounded-md ring-1 ring-line ${colour}`} />
            <span className="text-xs text-stone">{colour.replace("bg-", "")}</span>
          </li>
        ))}
      </ul>
    </DevSection>
  );
}

function Drawings() {
  return (
    <DevSection id="guilloche" title="Guilloche">
      <div className="on-dark relative h-96 overflow-hidden rounded-2xl bg-linear-to-b from-navy via-deep to-sea">
        <Rosette turning className="absolute top-6 right-6 size-64 text-gold/55" />
        <Waves sea="hero" moving className="absolute inset-x-0 bottom-0 h-72" />
        <Mrz className="absolute inset-x-0 bottom-0 bg-navy/70 px-6 py-3 text-shallows">
          P&lt;BHSLUCAYA&lt;&lt;VISA&lt;IMMIGRATION
        </Mrz>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <BrandMark className="size-6" />
        <BrandMark />
        <BrandMark className="size-16" />
        <span className="flex gap-3 rounded-lg bg-navy p-3">
          <BrandMark onDark className="size-6" />
          <BrandMark onDark className="size-12" />
        </span>
        {["Ava Rolle", "Ümit", "José da Silva", "Lin Wei", "D. Ferguson"].map((name) => (
          <Initials key={name} name={name} />
        ))}
      </div>
      <div className="mt-6 grid gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {["bahamian-evisa", "travel-visa-b1-b2", "visitor-visa-trv", "work-permit"].map((seed) => (
          <div key={seed} className="aspect-[16/10] overflow-hidden rounded-2xl">
            <Cover seed={seed} label={`Cover of ${seed}`} />
          </div>
        ))}
      </div>
    </DevSection>
  );
}

function Buttons() {
  const row = (
    <>
      <Button>Primary</Button>
      <Button variant="gold">Gold</Button>
      <Button variant="outline">Outline</Button>
      <Button variant="quiet">Quiet</Button>
      <Button variant="danger">Danger</Button>
    </>
  );
  return (
    <DevSection id="buttons" title="Buttons and links">
      <div className="flex flex-wrap items-center gap-3">{row}</div>
      <div className="on-dark mt-4 flex flex-wrap items-center gap-3 rounded-xl bg-navy p-4">
        {row}
        <TextLink to="/dev/ui" look="standalone" arrow>
          A link on dark
        </TextLink>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button size="sm">Small</Button>
        <Button size="md">Medium</Button>
        <Button size="lg">Large</Button>
        <Button disabled>Disabled</Button>
        <Button variant="outline" disabled>
          Disabled
        </Button>
        <Button busy busyLabel="Saving…">
          Save
        </Button>
        <Button variant="outline" busy>
          Busy
        </Button>
        <Button variant="outline" before={<Search aria-hidden />}>
          With an icon
        </Button>
        <ButtonLink to="/dev/ui" variant="gold">
          A link
        </ButtonLink>
      </div>
      <p className="mt-6 max-w-2xl">
        A link in running text looks <TextLink to="/dev/ui">like this</TextLink>, and one on its own line like the next.
      </p>
      <TextLink to="/dev/ui" look="standalone" arrow>
        All visa services
      </TextLink>
    </DevSection>
  );
}

import { Download } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Checkbox } from "~/ui/forms/checkbox";
import { NassauTime } from "~/ui/nassau-time";
import { MessageBanner } from "~/ui/notices/banner";
import { ErasureFields } from "../requests/erasure-fields";
import type { readOpened } from "./opened.server";

type Item = Awaited<ReturnType<typeof readOpened>>[number];
type Problem = { message: string; intent: string; subject: string; reason: string };

const mayRequestErasure = ({ erasure }: Item) => erasure === null || erasure.state === "refused";

/** All data of an email: a copy of each, and the erasure of checked ones. */
export function PersonalDataList({ items, problem }: { items: readonly Item[]; problem: Problem | null }) {
  const busy = useNavigation().formMethod === "POST";
  const open = items.filter(mayRequestErasure);
  const problemOf = (id: string) =>
    problem?.intent !== "erase" && problem?.subject === id ? problem.message : undefined;
  // The record with the problem may no longer be in the list.
  const isElsewhere =
    problem?.intent === "erase" ? open.length > 0 : items.some(({ id }) => problemOf(id) !== undefined);
  return (
    <>
      <MessageBanner message={problem && !isElsewhere ? problem.message : null} />
      <ul className="divide-y divide-dune rounded-2xl border border-dune bg-white text-base text-ink">
        {items.map((item) => (
          <ListItem key={item.id} item={item} problem={problemOf(item.id)} />
        ))}
      </ul>
      {open.length > 0 ? (
        <Form method="post" action="/your-data/open" className="grid gap-5 text-base text-ink">
          <h2 className="text-2xl">Erase your data</h2>
          <fieldset className="grid gap-1">
            <legend className="font-semibold">What should we erase?</legend>
            {open.map(({ id, label }) => (
              <Checkbox key={id} id={`erase-${id}`} name="subject" value={id} label={label} />
            ))}
          </fieldset>
          <ErasureFields
            problem={problem?.intent === "erase" ? problem.message : undefined}
            reason={problem?.reason}
            busy={busy}
          />
        </Form>
      ) : null}
    </>
  );
}

function ListItem({ item, problem }: { item: Item; problem: string | undefined }) {
  const { id, kind, label, status, begun, erasure, copy } = item;
  const subject = <input type="hidden" name="subject" value={id} />;
  return (
    <li className="grid gap-3 px-6 py-5">
      <div>
        <h2 className="font-sans text-lg font-semibold wrap-anywhere">{label}</h2>
        <p className="text-sm text-stone">
          {status ? `${status} · ` : ""}since <NassauTime at={begun} options={{ dateStyle: "long" }} />
        </p>
      </div>
      {erasure ? <p className="text-sm">{erasureWords[erasure.state]}</p> : null}
      {copy?.state === "making" ? (
        <p role="status" className="text-sm">
          We’re making your copy and will email you when it’s ready.
        </p>
      ) : null}
      {copy?.state === "ready" ? (
        <p className="text-sm">Your copy is ready: open the application with the link in our email.</p>
      ) : null}
      <MessageBanner message={problem} />
      <div className="flex flex-wrap gap-3">
        {kind === "application" && copy === null ? (
          <Form method="post" action="/your-data/open">
            {subject}
            <Button type="submit" name="intent" value="copy" variant="outline">
              Ask for a copy<span className="sr-only"> of {label}</span>
            </Button>
          </Form>
        ) : null}
        {kind === "application" ? null : (
          <ButtonLink
            to={`/your-data/${kind}/${id}.zip`}
            reloadDocument
            variant="outline"
            before={<Download aria-hidden />}
          >
            Download a copy<span className="sr-only"> of {label}</span>
          </ButtonLink>
        )}
        {erasure?.state === "asked" || erasure?.state === "open" ? (
          <Form method="post" action="/your-data/open">
            {subject}
            <Button type="submit" name="intent" value="take-back" variant="outline">
              Take back my request<span className="sr-only"> about {label}</span>
            </Button>
          </Form>
        ) : null}
      </div>
    </li>
  );
}

const erasureWords = {
  asked: "Your request to erase this isn’t made until you use the link we’ve emailed you. It works for 7 days.",
  open: "You asked us to erase this. We’ll decide within 30 days and write to you.",
  deciding: "Your request has been decided and is being carried out.",
  refused: "We’re sorry: we can’t erase this. Our email explains why and what you can do.",
};

import { Form } from "react-router";
import { Button, ButtonLink, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { enterPresses } from "~/ui/forms/enter-presses";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Select } from "~/ui/forms/select";
import { Badge, type BadgeTone } from "~/ui/lists/badge";
import { PartLinks } from "~/ui/lists/part-links";
import { MessageBanner } from "~/ui/notices/banner";
import type { Question } from "../kind";
import type { EditorView, FieldView } from "../read-editor.server";
import type { Sent } from "../request.server";
import { Conflicts } from "./conflicts";
import { Extra } from "./extras";
import { FactsToName } from "./facts-to-name";
import { FieldInputs, idOf, isSentAsFile } from "./field-inputs";

/** From so many groups on, links lead to them. */
const manyGroups = 5;

type Sending = { sent: Sent | undefined };
type EditorProps = { view: EditorView } & Sending;

/** The form of an item. Every button saves it; publishing then makes the saved version public. */
export function Editor({ view, sent }: EditorProps) {
  const fields = view.groups.flatMap((group) => group.fields);
  const problems = fields.flatMap(({ name, label, control }) => {
    const message = sent?.problems[name];
    // The message of a table doesn't identify it, so name the table.
    const text = control.as === "rows" ? `${label}: ${message}` : message;
    return message === undefined || text === undefined ? [] : [{ id: idOf(name), message: text }];
  });
  return (
    <Form
      method="post"
      data-keep={view.list ? `content-${view.kind}-${view.key}` : `content-${view.kind}`}
      {...(fields.some(({ control }) => isSentAsFile(control)) ? { encType: "multipart/form-data" } : {})}
      className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_21rem] xl:items-start"
    >
      {/* Enter uses the first submit button. */}
      <button type="submit" name="intent" value="save" hidden tabIndex={-1} aria-hidden="true" />
      <div className="grid min-w-0 gap-6">
        <input type="hidden" name="base" value={sent?.base ?? view.base} />
        {sent?.saved ? <input type="hidden" name="thing" value={sent.saved} /> : null}
        {sent && sent.newest > 0 ? <input type="hidden" name="seen" value={sent.newest} /> : null}
        {problems.length > 0 ? <ErrorSummary title={sent?.message ?? ""} errors={problems} /> : null}
        <MessageBanner message={sent?.message && problems.length === 0 && !sent.asked ? sent.message : null} />
        {sent && sent.conflicts.length > 0 ? (
          <section aria-label="Conflicting changes" className="grid gap-4 rounded-2xl border border-line bg-white p-5">
            <Conflicts
              conflicts={sent.conflicts}
              labelOf={(name) => fields.find((field) => field.name === name)?.label ?? name}
              by={sent.by}
            />
            <p>
              <Button type="submit" name="intent" value="save" variant="outline">
                Save my choice
              </Button>
            </p>
          </section>
        ) : null}
        {sent && sent.others.length > 0 ? <ChangedByOthers changes={sent.others} /> : null}
        {sent?.asked && sent.question ? <Asking question={sent.question} intent={sent.asked} /> : null}
        {sent?.asked && !sent.question ? <ConfirmPublication sent={sent} intent={sent.asked} /> : null}
        {view.groups.length >= manyGroups && !view.isFolded ? (
          <PartLinks parts={view.groups.map(({ name }) => ({ href: `#${groupId(name)}`, label: name }))} />
        ) : null}
        <Extra view={view} place="above" asked={sent?.sure} />
        {view.groups.map((group, index) =>
          view.isFolded && index > 0 ? (
            <FoldedGroup key={group.name} group={group} sent={sent} />
          ) : (
            <FieldGroup key={group.name} group={group} sent={sent} />
          ),
        )}
        <Extra view={view} place="below" asked={sent?.sure} />
      </div>
      <div className="grid gap-6 xl:sticky xl:top-6 xl:max-h-[calc(100svh-3rem)] xl:overflow-y-auto">
        <Publishing view={view} sent={sent} />
        <FactsToName facts={view.facts} note={view.factNote} />
      </div>
      <PublishBar view={view} />
    </Form>
  );
}

type GroupProps = { group: EditorView["groups"][number] } & Sending;

function FieldGroup({ group: { name, note, fields }, sent }: GroupProps) {
  return (
    <Card role="group" aria-labelledby={groupId(name)}>
      <h2 id={groupId(name)} className="text-xl">
        {name}
      </h2>
      {note ? <p className="mt-1 text-stone">{note}</p> : null}
      <Fields fields={fields} sent={sent} />
    </Card>
  );
}

function FoldedGroup({ group: { name, note, fields }, sent }: GroupProps) {
  const filled = fields.filter((field) =>
    (sent?.typed[field.name] ?? field.boxes).some((input) => input.trim() !== ""),
  );
  const isWrong = fields.some((field) => sent?.problems[field.name] !== undefined);
  return (
    <details open={isWrong} className="rounded-2xl border border-line bg-white">
      <summary className="flex cursor-pointer flex-wrap items-baseline justify-between gap-x-4 rounded-2xl px-5 py-4 hover:bg-foam">
        <h2 id={groupId(name)} className="text-xl">
          {name}
        </h2>
        <span className="text-sm text-stone">
          {filled.length === 0 ? "All default" : `${filled.length} of ${fields.length} filled in`}
        </span>
      </summary>
      <section aria-labelledby={groupId(name)} className="border-t border-line px-5 pb-5">
        {note ? <p className="mt-4 text-stone">{note}</p> : null}
        <Fields fields={fields} sent={sent} />
      </section>
    </details>
  );
}

function Fields({ fields, sent }: { fields: readonly FieldView[] } & Sending) {
  return (
    <div className="mt-4 grid gap-6">
      {fields.map((field) => (
        <FieldInputs
          key={field.name}
          field={field}
          boxes={sent?.typed[field.name] ?? field.boxes}
          problem={sent?.problems[field.name]}
        />
      ))}
    </div>
  );
}

const groupId = (name: string): string => `group-${name.toLowerCase().replace(/\W+/g, "-")}`;

/** What is stored: shown with the buttons that change it. */
function stateOf({ scheduled, draft, isOffline, isPublic }: EditorView): { label: string; tone: BadgeTone } {
  const [next] = scheduled;
  if (next) return { label: `Scheduled for ${next.at}`, tone: "blue" };
  if (draft) return { label: "Draft saved", tone: "yellow" };
  if (isOffline) return { label: "Offline", tone: "gray" };
  return isPublic ? { label: "Published", tone: "green" } : { label: "Not saved yet", tone: "gray" };
}

/** In view at all widths, however long the fields are. */
function PublishBar({ view }: Pick<EditorProps, "view">) {
  const { label, tone } = stateOf(view);
  return (
    <div className="no-print sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-white px-4 py-2.5 sm:-mx-8 sm:px-8 xl:col-span-2 xl:mx-0 xl:rounded-t-xl xl:border xl:px-5">
      <Badge tone={tone}>{label}</Badge>
      <span className="flex gap-2">
        <SubmitButton intent="save" variant="outline" size="sm">
          Save draft
        </SubmitButton>
        <SubmitButton intent="publish" size="sm">
          Publish now
        </SubmitButton>
      </span>
    </div>
  );
}

/** To preview and to schedule; next to the fields on wide screens. */
function Publishing({ view, sent }: EditorProps) {
  return (
    <Card role="group" aria-labelledby="publishing">
      <h2 id="publishing" className="scroll-mt-24 text-xl">
        Save and publish
      </h2>
      <p className="mt-1 text-stone">
        {view.isForStaff ? (
          <>
            Drafts change nothing yet. <strong>Publish now</strong> saves your changes here and uses them from now on.
          </>
        ) : (
          <>
            Drafts are visible only to staff. <strong>Publish now</strong> saves your changes here and makes them
            public.
          </>
        )}
      </p>
      {view.pages.length === 0 ? null : (
        <div className="mt-5 flex items-end gap-3 border-t border-line pt-4">
          {view.pages.length > 1 ? (
            <div className="min-w-0 flex-1">
              <Field id="preview-page" label="Preview on" size="sm">
                <Select
                  name="page"
                  size="sm"
                  options={view.pages.map(({ path, name }) => ({ value: path, label: name }))}
                />
              </Field>
            </div>
          ) : null}
          <SubmitButton
            intent="preview"
            variant="outline"
            className={view.pages.length > 1 ? "min-h-10! py-2!" : undefined}
          >
            Preview
          </SubmitButton>
        </div>
      )}
      <div className="mt-5 border-t border-line pt-4">
        <p aria-hidden className="mb-3 font-semibold">
          Publish later
        </p>
        <PublishLater view={view} day={sent?.day} time={sent?.time} problem={sent?.timeProblem} />
      </div>
    </Card>
  );
}

type LaterProps = {
  view: Pick<EditorView, "scheduled" | "draft">;
  day: string | undefined;
  time: string | undefined;
  problem: string | null | undefined;
  className?: string;
};

/** Schedules the typed content. If a version is scheduled already, its schedule is moved. */
export function PublishLater({ view, day, time, problem, className }: LaterProps) {
  // The typed content becomes a version after the draft, so the draft's schedule is the one to move.
  const scheduled = view.scheduled.find(({ number }) => number === view.draft?.number) ?? view.scheduled[0];
  return (
    <fieldset className={classNames("min-w-0", className)}>
      <legend className="sr-only">Publish later</legend>
      <div className="grid grid-cols-2 items-end gap-3 sm:max-w-sm">
        <Field id="publish-day" label="Date" size="sm" error={problem ?? undefined}>
          <Input
            type="date"
            name="day"
            size="sm"
            defaultValue={day || scheduled?.day}
            onKeyDown={enterPresses("schedule")}
          />
        </Field>
        <Field id="publish-time" label="Time in Nassau" size="sm">
          <Input
            type="time"
            name="time"
            size="sm"
            defaultValue={time || scheduled?.time}
            onKeyDown={enterPresses("schedule")}
          />
        </Field>
      </div>
      <SubmitButton intent="schedule" variant="outline" className="mt-3">
        Publish at
      </SubmitButton>
    </fieldset>
  );
}

/** The kind's question before publication. */
function Asking({ question, intent }: { question: Question; intent: "publish" | "schedule" }) {
  return (
    <section aria-label="Before it is published" className="rounded-2xl border border-line bg-white p-5">
      <RadioGroup
        id="answer"
        name="answer"
        legend={question.text}
        columns={2}
        options={question.options}
        defaultValue={question.chosen}
      />
      <p className="mt-4">
        <Button type="submit" name="intent" value={intent}>
          Continue
        </Button>
      </p>
    </section>
  );
}

function ConfirmPublication({ sent, intent }: { sent: Sent; intent: "publish" | "schedule" }) {
  return (
    <section aria-label="Another version is scheduled" className="rounded-2xl border border-line bg-white p-5">
      <p role="alert" className="font-semibold">
        {sent.message}
      </p>
      <p className="mt-1 text-stone">
        A version that’s called off stays in the history. Your text is saved as a draft.
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" name="intent" value={intent}>
          {intent === "publish" ? "Call it off and publish now" : "Call it off and schedule this one"}
        </Button>
        <ButtonLink to="." variant="outline">
          Leave it scheduled
        </ButtonLink>
      </p>
      <input type="hidden" name="scheduled" value="call-off" />
    </section>
  );
}

/**
 * Shows what others changed since the page was loaded; it is saved together with what was typed here, and not yet
 * public (F-EDIT-2).
 */
function ChangedByOthers({ changes }: { changes: Sent["others"] }) {
  return (
    <section aria-label="Changed by someone else" className="grid gap-4 rounded-2xl border border-line bg-white p-5">
      {changes.map(({ label, was, is }) => (
        <div key={label}>
          <h3 className="font-semibold">{label}</h3>
          <dl className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-2">
            <div className="min-w-0">
              <dt className="text-xs text-stone">When you opened this page</dt>
              <dd dir="auto" className="max-h-48 overflow-y-auto break-words whitespace-pre-line text-stone">
                {was || "Empty"}
              </dd>
            </div>
            <div className="min-w-0">
              <dt className="text-xs text-stone">Now</dt>
              <dd dir="auto" className="max-h-48 overflow-y-auto break-words whitespace-pre-line">
                {is || "Empty"}
              </dd>
            </div>
          </dl>
        </div>
      ))}
    </section>
  );
}

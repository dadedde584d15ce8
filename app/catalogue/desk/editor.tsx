import { Eye, Save } from "lucide-react";
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigation, useSubmit } from "react-router";
import type { EditorView } from "~/content/editing/read-editor.server";
import { Conflicts } from "~/content/editing/screens/conflicts";
import { PublishLater } from "~/content/editing/screens/editor";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { useFormText } from "~/ui/forms/recovery/use-form-text";
import { Tabs } from "~/ui/lists/tabs";
import { Banner } from "~/ui/notices/banner";
import type { NewCountryForm, NewCountryProps } from "./country/new-country";
import { TabFields } from "./fields";
import { rowId } from "./required/document-rows";
import type { ServiceConflict } from "./save-service.server";
import {
  definitionOf,
  differs,
  type FieldProblem,
  type FormValues,
  fieldNames,
  isFieldName,
  valuesIn,
} from "./service-form";
import { type EditorTab, editorTabs } from "./service-kinds";
import type { readChoices } from "./values.server";

export type Answer = {
  message: string;
  problems: FieldProblem[];
  conflict?: ServiceConflict | undefined;
  values: FormValues;
  /** The version that the form was made from, and the one whose differences it shows. */
  base: number;
  seen: number;
  /** The values it showed, if there was no version yet. */
  was?: Partial<FormValues> | undefined;
  intent?: string;
  day?: string;
  time?: string;
  isTime?: boolean;
  /** After a button of the required documents: the row whose removal needs a confirmation. */
  asking?: string;
  /** A question to confirm before the form is saved unchanged. */
  question?: string | undefined;
  /** A country that was added, or the rejected input for one. */
  added?: Choices["countries"][number];
  country?: NewCountryForm;
};
type Choices = Awaited<ReturnType<typeof readChoices>>;

type EditorProps = {
  id: string;
  view: EditorView;
  values: FormValues;
  choices: Choices;
  newCountries: Pick<NewCountryProps, "offered" | "mayAdd">;
  files: Record<string, number>;
  isSuperAdmin: boolean;
  /** Why the editor of a copy opens: `yes`, or `without-agreement`. */
  copied: string | null;
  /** The open tab, which stays open after a save. */
  tab: string | undefined;
  setTab: (tab: string) => void;
  answer: Answer | undefined;
};

/** The service editor. Its values survive every refusal, with and without JavaScript. */
export function ServiceEditor(props: EditorProps) {
  const { id, view, values: loaded, files, newCountries, isSuperAdmin, copied, tab, setTab, answer } = props;
  const choices = useChoices(props.choices, answer?.added);
  const [values, setValues] = useState(answer?.values ?? loaded);
  const submit = useSubmit();
  const { formMethod, formData } = useNavigation();
  const busy = formMethod === "POST" ? formData?.get("intent") || "publish" : undefined;
  const [withFile, setWithFile] = useState(false);
  const unsaved = withFile || fieldNames.some((name) => differs(name, values, loaded));

  const seen = useRef(answer);
  useEffect(() => {
    if (!answer || seen.current === answer) return;
    seen.current = answer;
    setValues(answer.values);
    setWithFile(false);
    const first = firstTab(answer);
    if (first) setTab(first);
  }, [answer, setTab]);

  const own = useFormText(JSON.stringify(values), (text) => setValues((before) => ({ ...before, ...valuesIn(text) })));

  const problems = Object.fromEntries((answer?.problems ?? []).map(({ field, message }) => [field, message]));
  const wrongIn = (tabId: EditorTab) =>
    (answer?.problems ?? []).filter(({ field }) => definitionOf(field).tab === tabId).length;
  const fields = {
    values,
    problems,
    choices,
    isSuperAdmin,
    country: { ...newCountries, asked: answer?.country, busy: formData?.get("press") === "add-country" },
    documents: {
      problems: (answer?.problems ?? []).filter(({ field }) => field === "requirements"),
      files,
      asking: answer?.asking || undefined,
      onFile: () => setWithFile(true),
    },
    set: (change: Partial<FormValues>) => setValues((before) => ({ ...before, ...change })),
  };

  function send(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    event.preventDefault();
    if (!busy) submit(submitter instanceof HTMLButtonElement && submitter.name ? submitter : event.currentTarget);
  }

  return (
    <form
      ref={own}
      method="post"
      encType="multipart/form-data"
      onSubmit={send}
      noValidate
      aria-label="Visa service"
      data-keep="service"
      data-failed={`Error ${id === "new" ? "creating" : "updating"} service: the server could not be reached`}
    >
      {/* Enter uses the form's first submit button, which would otherwise be one of a row. */}
      <button type="submit" tabIndex={-1} aria-hidden className="sr-only">
        Save
      </button>
      <input type="hidden" name="base" value={answer?.base ?? view.base} />
      {id !== "new" && (answer?.base ?? view.base) === 0 ? (
        <input type="hidden" name="was" value={JSON.stringify(answer?.was ?? loaded)} />
      ) : null}
      <input type="hidden" name="seen" value={answer?.seen ?? 0} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-5 pb-8 sm:px-7">
        {copied && !answer ? (
          <Banner tone="success" role="status">
            This is the copy. It’s inactive: make your changes, then activate it.
            {copied === "without-agreement"
              ? " It has no agreement: a super admin has to choose one before applicants are offered it."
              : null}
          </Banner>
        ) : null}
        {answer?.question ? (
          <SaveQuestion
            question={answer.question}
            press={answer.intent === "schedule" ? "anyway-schedule" : "anyway"}
          />
        ) : answer?.message && !answer.isTime ? (
          <Refusal answer={answer} openTab={setTab} />
        ) : null}
        {answer?.added ? (
          <Banner tone="success" role="status">
            {answer.added.name} was added and is selected below. The service isn’t saved yet.
          </Banner>
        ) : null}
        {answer?.conflict ? (
          <section aria-labelledby="conflict" className="grid gap-4">
            <Banner tone="warning">
              <h2 id="conflict" className="font-sans text-base font-semibold tracking-normal">
                Someone else changed this service while you did
              </h2>
              <p className="mt-1">
                Your changes aren’t saved yet, and theirs aren’t lost. Choose what to keep, then save. Their other
                changes are already in the form.
              </p>
            </Banner>
            <Conflicts
              conflicts={answer.conflict.conflicts}
              labelOf={(name) => (isFieldName(name) ? definitionOf(name).label : name)}
            />
          </section>
        ) : null}
        <Tabs
          label="Parts of the service"
          value={tab ?? firstTab(answer) ?? editorTabs[0].id}
          onValueChange={setTab}
          tabs={editorTabs.map(({ id: tabId, label }) => ({
            id: tabId,
            title: label,
            label: <TabLabel label={label} wrong={wrongIn(tabId)} />,
            content: <TabFields tab={tabId} fields={fields} />,
          }))}
        />
        <details open={answer?.isTime || view.scheduled.length > 0 || undefined} className="border-t border-line pt-4">
          <summary className="w-fit cursor-pointer rounded-xs font-semibold text-sea-ink hover:underline">
            Publish later
          </summary>
          <PublishLater
            view={view}
            day={answer?.day}
            time={answer?.time}
            problem={answer?.isTime ? answer.message : null}
            className="mt-3"
          />
        </details>
      </div>
      <SaveBar id={id} unsaved={unsaved} busy={busy} />
    </form>
  );
}

/** The page's choices plus a country added since, because the page isn't reloaded then. */
function useChoices(loaded: Choices, added: Choices["countries"][number] | undefined): Choices {
  const [more, setMore] = useState<Choices["countries"]>([]);
  if (added && !more.includes(added)) setMore([...more, added]);
  const knownIds = new Set(loaded.countries.map(({ id }) => id));
  const countries = [...loaded.countries, ...more.filter(({ id }) => !knownIds.has(id))];
  return { ...loaded, countries: countries.sort((a, b) => a.name.localeCompare(b.name)) };
}

function SaveQuestion({ question, press }: { question: string; press: string }) {
  return (
    <Banner tone="warning" role="alert" title={question}>
      <Button type="submit" name="press" value={press} variant="outline" size="sm" className="mt-2">
        Save it like this
      </Button>
    </Banner>
  );
}

/** Why it was not saved. A link of the summary first opens the tab of its field. */
function Refusal({ answer, openTab }: { answer: Answer; openTab: (tab: EditorTab) => void }) {
  function open(event: MouseEvent<HTMLElement>) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const name = link?.hash.slice(1).split("-")[0] ?? "";
    if (isFieldName(name)) flushSync(() => openTab(definitionOf(name).tab));
  }
  if (answer.problems.length === 0)
    return (
      <Banner tone="error" role="alert">
        {answer.message}
      </Banner>
    );
  return (
    <div onClickCapture={open}>
      <ErrorSummary
        title={answer.message}
        errors={answer.problems.map(({ field, message, row, part }) => ({
          id: row && part ? rowId(row, part) : field,
          message: `${definitionOf(field).label}: ${message}`,
        }))}
      />
    </div>
  );
}

function TabLabel({ label, wrong }: { label: string; wrong: number }) {
  return (
    <>
      {label}
      {wrong > 0 ? (
        <span className="grid min-w-5 place-items-center rounded-full bg-error px-1.5 text-xs leading-5 text-white">
          {wrong}
          <span className="sr-only"> to correct</span>
        </span>
      ) : null}
    </>
  );
}

/** Fits three buttons in one row on a phone. */
const narrow = "max-sm:min-h-10! max-sm:px-2.5! max-sm:text-sm! max-sm:[&_svg]:hidden";

function SaveBar({ id, unsaved, busy }: { id: string; unsaved: boolean; busy: FormDataEntryValue | undefined }) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-y max-sm:gap-x-2 border-line bg-mist px-4 py-3 sm:px-7">
      <p role="status" className="mr-auto text-stone max-sm:w-full max-sm:text-xs">
        {unsaved ? "Not saved yet" : ""}
      </p>
      <Button
        type="submit"
        name="intent"
        value="preview"
        variant="outline"
        className={narrow}
        before={<Eye aria-hidden />}
        busy={busy === "preview"}
      >
        Preview
      </Button>
      <Button type="submit" name="intent" value="save" variant="outline" className={narrow} busy={busy === "save"}>
        Save draft
      </Button>
      <Button
        type="submit"
        name="intent"
        value="publish"
        className={narrow}
        busy={busy === "publish"}
        busyLabel="Saving…"
        before={<Save aria-hidden />}
      >
        {id === "new" ? "Create service" : "Save changes"}
      </Button>
    </div>
  );
}

function firstTab(answer: Answer | undefined): EditorTab | undefined {
  if (answer?.added || answer?.country) return "basic";
  if (answer?.asking !== undefined) return "requirements";
  const first = answer?.problems[0];
  return first && definitionOf(first.field).tab;
}

import { Eye, Save } from "lucide-react";
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigation, useSubmit } from "react-router";
import { Conflicts } from "~/content/editing/screens/conflicts";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { useFormText } from "~/ui/forms/recovery/use-form-text";
import { Tabs } from "~/ui/lists/tabs";
import { Banner } from "~/ui/notices/banner";
import type { CountryAsked, NewCountryProps } from "./country/new-country";
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
  base: Partial<FormValues>;
  /** After a button of the required documents: the row whose removal waits for a yes, or nothing. */
  asking?: string;
  /** Asked before it is saved as it is (K-DOCS-8). */
  question?: string | undefined;
  /** A country that was added, or what was typed for one that was not. */
  added?: Choices["countries"][number];
  country?: CountryAsked;
};
type Choices = Awaited<ReturnType<typeof readChoices>>;

type EditorProps = {
  id: string;
  values: FormValues;
  choices: Choices;
  newCountries: Pick<NewCountryProps, "offered" | "mayAdd">;
  files: Record<string, number>;
  copied: boolean;
  answer: Answer | undefined;
};

/** The editor's form. Its values survive every refusal, with script and without. */
export function ServiceEditor(props: EditorProps) {
  const { id, values: loaded, files, newCountries, copied, answer } = props;
  const choices = useChoices(props.choices, answer?.added);
  const [values, setValues] = useState(answer?.values ?? loaded);
  const [tab, setTab] = useState<string>(firstTab(answer) ?? editorTabs[0].id);
  const submit = useSubmit();
  const { formMethod, formData } = useNavigation();
  const busy = formMethod === "POST";
  const base = answer?.base ?? loaded;
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
  }, [answer]);

  const own = useFormText(JSON.stringify(values), (text) => setValues((before) => ({ ...before, ...valuesIn(text) })));

  const problems = Object.fromEntries((answer?.problems ?? []).map(({ field, message }) => [field, message]));
  const wrongIn = (one: EditorTab) =>
    (answer?.problems ?? []).filter(({ field }) => definitionOf(field).tab === one).length;
  const fields = {
    values,
    problems,
    choices,
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
    // The preview opens in a tab of its own, as it does without script.
    if (submitter?.getAttribute("formtarget")) return;
    event.preventDefault();
    // Only such a button does something else than to save.
    if (!busy)
      submit(submitter instanceof HTMLButtonElement && submitter.name === "press" ? submitter : event.currentTarget);
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
      {/* Enter in a field presses the first button of the form, which would be one of a row. */}
      <button type="submit" tabIndex={-1} aria-hidden className="sr-only">
        Save
      </button>
      <input type="hidden" name="base" value={JSON.stringify(base)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-5 pb-8 sm:px-7">
        {copied && !answer ? (
          <Banner tone="success" role="status">
            This is the copy. It is inactive: change what is different, then activate it.
          </Banner>
        ) : null}
        {answer?.question ? (
          <SaveQuestion question={answer.question} />
        ) : answer?.message ? (
          <Refusal answer={answer} openTab={setTab} />
        ) : null}
        {answer?.added ? (
          <Banner tone="success" role="status">
            {answer.added.name} is added, and chosen below. The service is not saved yet.
          </Banner>
        ) : null}
        {answer?.conflict ? (
          <section aria-labelledby="conflict" className="grid gap-4">
            <Banner tone="warning">
              <h2 id="conflict" className="font-sans text-base font-semibold tracking-normal">
                Somebody else changed this service while you did
              </h2>
              <p className="mt-1">
                Nothing of yours is saved yet, and nothing of theirs is lost. Choose what to keep, then save. Whatever
                they changed elsewhere is in the form already.
              </p>
            </Banner>
            {answer.conflict.conflicts.map(({ name }) => (
              <input key={name} type="hidden" name="conflict" value={name} />
            ))}
            <Conflicts
              conflicts={answer.conflict.conflicts}
              labelOf={(name) => (isFieldName(name) ? definitionOf(name).label : name)}
            />
          </section>
        ) : null}
        <Tabs
          label="Parts of the service"
          value={tab}
          onValueChange={setTab}
          tabs={editorTabs.map(({ id: one, label }) => ({
            id: one,
            title: label,
            label: <TabLabel label={label} wrong={wrongIn(one)} />,
            content: <TabFields tab={one} fields={fields} />,
          }))}
        />
      </div>
      <SaveBar id={id} unsaved={unsaved} busy={busy} />
    </form>
  );
}

/** The choices of the page, and a country that was added since: the page is not loaded again then. */
function useChoices(loaded: Choices, added: Choices["countries"][number] | undefined): Choices {
  const [more, setMore] = useState<Choices["countries"]>([]);
  if (added && !more.includes(added)) setMore([...more, added]);
  const there = new Set(loaded.countries.map(({ id }) => id));
  const countries = [...loaded.countries, ...more.filter(({ id }) => !there.has(id))];
  return { ...loaded, countries: countries.sort((a, b) => a.name.localeCompare(b.name)) };
}

function SaveQuestion({ question }: { question: string }) {
  return (
    <Banner tone="warning" role="alert" title={question}>
      <Button type="submit" name="press" value="anyway" variant="outline" size="sm" className="mt-2">
        Save it like this
      </Button>
    </Banner>
  );
}

/** Why it was not saved. A link of the summary opens the tab of its field first. */
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

function SaveBar({ id, unsaved, busy }: { id: string; unsaved: boolean; busy: boolean }) {
  return (
    <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-b-2xl border-t border-line bg-mist px-4 py-3 max-sm:rounded-none sm:px-7">
      <p role="status" className="mr-auto text-stone max-sm:w-full max-sm:text-xs">
        {unsaved ? "Not saved yet" : ""}
      </p>
      <Button
        type="submit"
        variant="outline"
        formAction={`/admin/services/${id}/preview`}
        formTarget="_blank"
        before={<Eye aria-hidden />}
      >
        Preview
      </Button>
      <Button type="submit" busy={busy} busyLabel="Saving…" before={<Save aria-hidden />}>
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

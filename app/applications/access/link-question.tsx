import { useState } from "react";
import { Form } from "react-router";
import { SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Fact, Facts } from "~/ui/lists/facts";
import { NassauTime } from "~/ui/nassau-time";
import { linkAnswers } from "./link-answers";
import { SharedCheckbox } from "./shared-tick";

/** `at` is an ISO instant; an unknown browser is empty. */
export type ApplicationStart = { serviceName: string | null; at: string; browser: string };

export function StartFacts({ number, start }: { number: string; start: ApplicationStart }) {
  return (
    <Facts className="mt-7 grid-cols-1 rounded-xl border border-dune bg-white px-5 py-5 sm:grid-cols-2 sm:px-6">
      <Fact label="Application number">
        <span className="font-mono whitespace-nowrap">{number}</span>
      </Fact>
      <Fact label="Service">{start.serviceName ?? "Visa Application"}</Fact>
      <Fact label="Started">
        <NassauTime at={start.at} options={{ dateStyle: "long", timeStyle: "short" }} />
      </Fact>
      <Fact label="Browser">{start.browser || "Not known"}</Fact>
    </Facts>
  );
}

const words: Record<(typeof linkAnswers)[number], { label: string; hint: string }> = {
  keep: {
    label: "Yes, keep the other browser",
    hint: "It was your phone, your computer or another browser of yours. Both can open the application.",
  },
  end: {
    label: "Yes, but end the other browser’s access",
    hint: "It was a shared or borrowed device. From now on only this browser can open the application.",
  },
  no: {
    label: "No",
    hint: "We won’t open the application here, and we won’t email this address about it again.",
  },
};

type LinkQuestionProps = {
  token: string;
  number: string;
  start: ApplicationStart;
  missing: string | undefined;
  shared: boolean;
};

/** Asked once if a mailed link is followed in a browser that can't open the application. */
export function LinkQuestion({ token, number, start, missing, shared }: LinkQuestionProps) {
  const [chosen, setChosen] = useState("");
  const error = chosen ? undefined : missing;
  return (
    <>
      <p className="mt-3 text-lg text-stone">
        This application was started with your email address in another browser, which can still open it. Anyone using
        that browser can read what you enter here.
      </p>
      <StartFacts number={number} start={start} />
      <ErrorSummary
        title="Please choose an answer"
        errors={error ? [{ id: "answer", message: error }] : []}
        className="mt-7"
      />
      <Form method="post" replace noValidate className="mt-8">
        <input type="hidden" name="token" value={token} />
        <RadioGroup
          id="answer"
          name="answer"
          legend="Did you begin this application?"
          required
          error={error}
          onValueChange={setChosen}
          options={linkAnswers.map((value) => ({ value, ...words[value] }))}
        />
        <div className="mt-5">
          <SharedCheckbox ticked={shared} />
        </div>
        <SubmitButton size="lg" className="mt-6">
          Continue
        </SubmitButton>
      </Form>
    </>
  );
}

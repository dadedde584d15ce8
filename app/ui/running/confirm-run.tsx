import { Form } from "react-router";
import { SubmitButton } from "~/ui/button";
import { QuestionDialog } from "~/ui/notices/question-dialog";

type ConfirmRunProps = { path: string; intent: string; title: string; description: string; label: string };

/** Asks before a long job is started. */
export function ConfirmRun({ path, intent, title, description, label }: ConfirmRunProps) {
  return (
    <QuestionDialog
      title={title}
      description={description}
      back={path}
      form={
        <Form method="post" action={path} replace>
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="confirmed" value="yes" />
          <SubmitButton busyLabel="Starting…">{label}</SubmitButton>
        </Form>
      }
    />
  );
}

import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Dialog } from "~/ui/notices/dialog";

type ConfirmRunProps = { path: string; intent: string; title: string; description: string; label: string };

/** Asks before a long job is started. It has its own URL: without JavaScript it is shown at the top of the page. */
export function ConfirmRun({ path, intent, title, description, label }: ConfirmRunProps) {
  const navigation = useNavigation();
  return (
    <Dialog
      open
      onClose={() => document.getElementById("not-now")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40"
      title={title}
      description={description}
      footer={
        <>
          <ButtonLink id="not-now" to={path} replace preventScrollReset variant="outline" data-autofocus="">
            Cancel
          </ButtonLink>
          <Form method="post" action={path} replace>
            <input type="hidden" name="intent" value={intent} />
            <input type="hidden" name="confirmed" value="yes" />
            <Button type="submit" busy={navigation.state === "submitting"} busyLabel="Starting…">
              {label}
            </Button>
          </Form>
        </>
      }
    />
  );
}

import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Dialog } from "~/ui/notices/dialog";

/** The question has its own address: without JavaScript it is shown at the top of the page. */
export function ConfirmSampleRemoval() {
  const navigation = useNavigation();
  return (
    <Dialog
      open
      onClose={() => document.getElementById("keep-samples")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40"
      title="Remove all sample people?"
      description="All sample applications, inquiries, reviews, views and emails will be deleted. Real ones are kept. You can’t undo this."
      footer={
        <>
          <ButtonLink id="keep-samples" to="/admin" replace preventScrollReset variant="outline" data-autofocus="">
            Cancel
          </ButtonLink>
          <Form method="post" replace>
            <input type="hidden" name="intent" value="remove-sample-people" />
            <Button type="submit" variant="danger" busy={navigation.state === "submitting"} busyLabel="Removing…">
              Remove sample people
            </Button>
          </Form>
        </>
      }
    />
  );
}

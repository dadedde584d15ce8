import { Form, useNavigation } from "react-router";
import { nameOf, personPath } from "~/people/person-link";
import { Button, ButtonLink } from "~/ui/button";
import { Dialog } from "~/ui/notices/dialog";

type Named = { id: string; name: string };

/** Confirms the merge of two people. Has its own URL, so it works without JavaScript. */
export function JoinQuestion({ person, otherPerson }: { person: Named; otherPerson: Named }) {
  const busy = useNavigation().state === "submitting";
  return (
    <Dialog
      open
      onClose={() => document.getElementById("keep-two")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      title="Join these two people?"
      description={
        <>
          <strong className="font-semibold text-ink">{nameOf(person)}</strong> and{" "}
          <strong className="font-semibold text-ink">{nameOf(otherPerson)}</strong> become one person at the desk, with
          the inquiries and cases of both. You can separate them again at any time. Nothing changes for the people
          themselves, and no email is sent.
        </>
      }
      footer={
        <>
          <ButtonLink
            id="keep-two"
            to={personPath(person.id)}
            replace
            preventScrollReset
            variant="outline"
            data-autofocus=""
          >
            Cancel
          </ButtonLink>
          <Form method="post" action={personPath(person.id)} replace>
            <input type="hidden" name="intent" value="join" />
            <input type="hidden" name="other" value={otherPerson.id} />
            <Button type="submit" busy={busy}>
              Join
            </Button>
          </Form>
        </>
      }
    />
  );
}

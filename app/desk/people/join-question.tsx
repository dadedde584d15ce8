import { Form } from "react-router";
import { nameOf, personPath } from "~/people/person-link";
import { SubmitButton } from "~/ui/button";
import { QuestionDialog } from "~/ui/notices/question-dialog";

type Named = { id: string; name: string };

/** Confirms the merge of two people. */
export function JoinQuestion({ person, otherPerson }: { person: Named; otherPerson: Named }) {
  return (
    <QuestionDialog
      title="Join these two people?"
      description={
        <>
          <strong className="font-semibold text-ink">{nameOf(person)}</strong> and{" "}
          <strong className="font-semibold text-ink">{nameOf(otherPerson)}</strong> become one person at the desk, with
          the inquiries and cases of both. You can separate them again at any time. Nothing changes for the people
          themselves, and no email is sent.
        </>
      }
      back={personPath(person.id)}
      form={
        <Form method="post" action={personPath(person.id)} replace>
          <input type="hidden" name="intent" value="join" />
          <input type="hidden" name="other" value={otherPerson.id} />
          <SubmitButton>Join</SubmitButton>
        </Form>
      }
    />
  );
}

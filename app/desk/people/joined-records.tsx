import { Form } from "react-router";
import { clientPath, clientReference } from "~/clients/client";
import { referenceOf } from "~/inquiries/reference";
import { nameOf, personPath } from "~/people/person-link";
import type { JoinedRecord } from "~/people/records-joined.server";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";

/** Records that were merged into one person automatically, each with the option to split it off. */
export function JoinedRecords({ id, records }: { id: string; records: readonly JoinedRecord[] }) {
  if (records.length === 0) return null;
  return (
    <section aria-labelledby="joined-records" className="mb-8">
      <h2 id="joined-records" className="text-lg">
        Records joined by themselves
      </h2>
      <p className="mt-1 text-stone">They have a passport, or a name with a phone or confirmed email, in common.</p>
      <ul className="mt-2 divide-y divide-line">
        {records.map((record) => (
          <Record key={record.id} person={id} record={record} />
        ))}
      </ul>
    </section>
  );
}

function Record({ person, record }: { person: string; record: JoinedRecord }) {
  const { id, name, email } = record;
  const { title, path } = {
    application: { title: `Application ${record.number}`, path: `/admin/applications/${id}` },
    inquiry: { title: `Inquiry ${referenceOf(id)}`, path: `/admin/inquiries/${id}` },
    client: { title: `Imported client ${clientReference(id)}`, path: clientPath(id) },
  }[record.kind];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <TextLink to={path}>{title}</TextLink>
        <p className="text-stone">{[nameOf({ name }), email].filter(Boolean).join(" · ")}</p>
      </div>
      <Form method="post" action={personPath(person)} preventScrollReset>
        <input type="hidden" name="intent" value="separate-record" />
        <input type="hidden" name="record" value={record.id} />
        <Button type="submit" variant="outline" size="sm">
          Not the same person<span className="sr-only">: {title}</span>
        </Button>
      </Form>
    </li>
  );
}

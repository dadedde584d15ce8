import { Form } from "react-router";
import type { ListedInvitation } from "~/accounts/invitations/invite.server";
import { nassauTime } from "~/core/time";
import { roleLabels } from "~/desk/admins/table";
import { SubmitButton } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { Badge } from "~/ui/lists/badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { StaffName } from "~/ui/staff-name";

type InvitationTableProps = { invitations: readonly ListedInvitation[]; action: string; attempt: string };

export function InvitationTable({ invitations, action, attempt }: InvitationTableProps) {
  return (
    <>
      <h2 className="mt-6 text-xl">Invitations</h2>
      <Table label="Invitations" frameClassName="relative mt-3 md:max-xl:overflow-x-auto" sticky={false}>
        <thead>
          <Tr>
            <Th>Invited</Th>
            <Th>Role</Th>
            <Th>State</Th>
            <Th>Invited by</Th>
            <Th>Actions</Th>
          </Tr>
        </thead>
        <tbody>
          {invitations.map(({ id, email, role, sentAt, expiresAt, hasExpired, mayInvite, by, byEmail }) => (
            <Tr key={id}>
              <Td label="Invited">
                <EmailText email={email} className="font-medium" />
              </Td>
              <Td label="Role">
                <Badge tone={role === "super_admin" ? "purple" : "gray"}>{roleLabels[role]}</Badge>
              </Td>
              <Td label="State">
                {mayInvite || hasExpired ? (
                  <div>
                    <Badge tone={hasExpired ? "red" : "yellow"}>{hasExpired ? "Expired" : "Open"}</Badge>{" "}
                    <span className="whitespace-nowrap text-stone">
                      {hasExpired ? "since" : "until"}{" "}
                      <time dateTime={expiresAt.toISOString()}>{nassauTime(expiresAt)}</time>
                    </span>
                  </div>
                ) : (
                  <div>
                    <Badge tone="red">Ended</Badge>{" "}
                    <span className="text-stone">
                      The person who sent it can no longer manage admins. Send it again.
                    </span>
                  </div>
                )}
              </Td>
              <Td label="Invited by">
                <div>
                  {by && byEmail ? <StaffName name={by} email={byEmail} /> : "An admin"}
                  <time dateTime={sentAt.toISOString()} className="block whitespace-nowrap text-stone">
                    {nassauTime(sentAt)}
                  </time>
                </div>
              </Td>
              <Td label="Actions" className="md:w-px md:whitespace-nowrap">
                <Form
                  method="post"
                  action={action}
                  replace
                  preventScrollReset
                  className="flex flex-wrap gap-2 max-md:justify-end md:flex-nowrap"
                >
                  <input type="hidden" name="invitation" value={id} />
                  <input type="hidden" name="attempt" value={attempt} />
                  <SubmitButton
                    intent="invite-again"
                    of={{ invitation: id }}
                    variant="outline"
                    size="sm"
                    busyLabel="Sending…"
                  >
                    Send again<span className="sr-only"> to {email}</span>
                  </SubmitButton>
                  <SubmitButton
                    intent="cancel-invitation"
                    of={{ invitation: id }}
                    variant="quiet"
                    size="sm"
                    busyLabel="Canceling…"
                  >
                    Cancel<span className="sr-only"> the invitation of {email}</span>
                  </SubmitButton>
                </Form>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

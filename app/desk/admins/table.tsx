import { nassauTime } from "~/core/time";
import type { AdminRole } from "~/db/schema/values";
import { ButtonLink } from "~/ui/button";
import { EmailText } from "~/ui/email-text";
import { TextLink } from "~/ui/link";
import { Badge } from "~/ui/lists/badge";
import { Table, Td, Th, Tr } from "~/ui/lists/table";
import { StaffName } from "~/ui/staff-name";

export type ListedAdmin = {
  id: string;
  email: string;
  name: string;
  role: AdminRole;
  isActive: boolean;
  lastLoginAt: Date | null;
  creatorEmail: string | null;
  creatorName: string | null;
};

export const roleLabels: Record<AdminRole, string> = { regular_admin: "Regular Admin", super_admin: "Super Admin" };

export type AdminTableProps = { admins: readonly ListedAdmin[]; ownId: string; here: string };

/** Each action links to a confirmation with its own URL, so it works without JavaScript. */
export function AdminTable({ admins, ownId, here }: AdminTableProps) {
  const confirmPath = (question: "active" | "role", id: string) =>
    `${here}${here.includes("?") ? "&" : "?"}ask=${question}&of=${id}`;
  return (
    <Table label="Admins" frameClassName="relative mt-3 md:max-xl:overflow-x-auto" sticky={false}>
      <thead>
        <Tr>
          <Th>Admin</Th>
          <Th>Role</Th>
          <Th>State</Th>
          <Th>Last sign-in</Th>
          <Th>Created by</Th>
          <Th>Actions</Th>
        </Tr>
      </thead>
      <tbody>
        {admins.map(({ id, email, name, role, isActive, lastLoginAt, creatorEmail, creatorName }) => (
          <Tr key={id}>
            <Td label="Admin">
              <div className="min-w-0 md:min-w-56">
                <TextLink to={`/admin/users/${id}`} className="font-medium wrap-anywhere">
                  {name || email}
                </TextLink>
                {id === ownId ? <span className="ml-1.5 text-xs text-stone">(you)</span> : null}
                {name && name !== email ? <EmailText email={email} className="block text-stone" /> : null}
              </div>
            </Td>
            <Td label="Role">
              <Badge tone={role === "super_admin" ? "purple" : "gray"}>{roleLabels[role]}</Badge>
            </Td>
            <Td label="State">
              <Badge tone={isActive ? "green" : "red"}>{isActive ? "Active" : "Inactive"}</Badge>
            </Td>
            <Td label="Last sign-in" className="whitespace-nowrap">
              {lastLoginAt ? <time dateTime={lastLoginAt.toISOString()}>{nassauTime(lastLoginAt)}</time> : "Never"}
            </Td>
            <Td label="Created by">
              {creatorEmail ? (
                <StaffName name={creatorName || creatorEmail} email={creatorEmail} />
              ) : (
                <span className="text-stone">The system</span>
              )}
            </Td>
            <Td label="Actions" className="md:w-px md:whitespace-nowrap">
              {id === ownId ? (
                <ButtonLink to="/admin/account" variant="outline" size="sm">
                  Your account
                </ButtonLink>
              ) : (
                <div className="flex flex-wrap gap-2 max-md:justify-end md:flex-nowrap">
                  <ButtonLink to={confirmPath("active", id)} preventScrollReset variant="outline" size="sm">
                    {isActive ? "Deactivate" : "Reactivate"}
                    <span className="sr-only"> {email}</span>
                  </ButtonLink>
                  <ButtonLink to={confirmPath("role", id)} preventScrollReset variant="quiet" size="sm">
                    Change role<span className="sr-only"> of {email}</span>
                  </ButtonLink>
                </div>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

import { Mail, UserPlus } from "lucide-react";
import { Form, useNavigation } from "react-router";
import type { AdminProblems } from "~/accounts/admins/manage-admins.server";
import type { NamedAdmin } from "~/accounts/admins/names.server";
import type { InvitationProblems } from "~/accounts/invitations/invite.server";
import type { OpenOwned } from "~/accounts/owners/hand-over.server";
import { counted } from "~/accounts/owners/owned";
import type { AdminRole } from "~/db/schema/values";
import { type ListedAdmin, roleLabels } from "~/desk/admins/table";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmailInput } from "~/ui/forms/email-input";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { Dialog } from "~/ui/notices/dialog";

export type CreateAdminProps = {
  action: string;
  problems: AdminProblems;
  /** The typed values except passwords, which no page repeats. */
  typed: { email: string; role: AdminRole } | null;
};

const fieldIds = { email: "new-email", password: "new-password", confirmation: "new-confirmation", role: "new-role" };

export function CreateAdmin({ action, problems, typed }: CreateAdminProps) {
  const { formData } = useNavigation();
  const errors = (["email", "password", "confirmation", "role"] as const).flatMap((name) => {
    const message = problems[name];
    return message ? [{ id: fieldIds[name], message }] : [];
  });
  return (
    <Card padding="none" className="p-5" role="region" aria-labelledby="create">
      <h2 id="create" className="text-xl">
        Create an admin
      </h2>
      <p className="mt-1 text-stone">
        For someone who can’t get our email. You tell them the password, and they choose another one when they first
        sign in.
      </p>
      <ErrorSummary title="The admin was not created" errors={errors} className="mt-4 px-4! py-4!" />
      <Form
        method="post"
        action={action}
        replace
        preventScrollReset
        noValidate
        data-failed="Failed to create admin"
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="intent" value="create" />
        <Field id={fieldIds.email} label="Email" size="sm" required error={problems.email}>
          <EmailInput
            name="email"
            type="text"
            size="sm"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed?.email}
          />
        </Field>
        <Field
          id={fieldIds.password}
          label="Password"
          size="sm"
          required
          hint="At least 8 characters"
          error={problems.password}
        >
          <Input name="password" type="password" size="sm" autoComplete="new-password" />
        </Field>
        <Field id={fieldIds.confirmation} label="Confirm password" size="sm" required error={problems.confirmation}>
          <Input name="confirmation" type="password" size="sm" autoComplete="new-password" />
        </Field>
        <RoleField id={fieldIds.role} error={problems.role} role={typed?.role} />
        <Button
          type="submit"
          wide
          variant="outline"
          before={<UserPlus aria-hidden />}
          busy={formData?.get("intent") === "create"}
          busyLabel="Creating…"
        >
          Create Admin
        </Button>
      </Form>
    </Card>
  );
}

type InviteAdminProps = {
  action: string;
  attempt: string;
  problems: InvitationProblems;
  typed: { email: string; role: AdminRole } | null;
};

export function InviteAdmin({ action, attempt, problems, typed }: InviteAdminProps) {
  const { formData } = useNavigation();
  const ids = { email: "invite-email", role: "invite-role" };
  const errors = (["email", "role"] as const).flatMap((name) => {
    const message = problems[name];
    return message ? [{ id: ids[name], message }] : [];
  });
  return (
    <Card padding="none" className="p-5" role="region" aria-labelledby="invite">
      <h2 id="invite" className="text-xl">
        Invite an admin
      </h2>
      <p className="mt-1 text-stone">
        We’ll email a link that works once, for 72 hours. They choose their own name and password.
      </p>
      <ErrorSummary title="The invitation was not sent" errors={errors} className="mt-4 px-4! py-4!" />
      <Form
        method="post"
        action={action}
        replace
        preventScrollReset
        noValidate
        data-failed="The invitation was not sent"
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="intent" value="invite" />
        <input type="hidden" name="attempt" value={attempt} />
        <Field id={ids.email} label="Email" size="sm" required error={problems.email}>
          <EmailInput
            name="email"
            type="text"
            size="sm"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed?.email}
          />
        </Field>
        <RoleField id={ids.role} error={problems.role} role={typed?.role} />
        <Button
          type="submit"
          wide
          before={<Mail aria-hidden />}
          busy={formData?.get("intent") === "invite"}
          busyLabel="Sending…"
        >
          Send invitation
        </Button>
      </Form>
    </Card>
  );
}

type RoleFieldProps = { id: string; error: string | undefined; role: AdminRole | undefined };

function RoleField({ id, error, role = "regular_admin" }: RoleFieldProps) {
  return (
    <Field id={id} label="Role" size="sm" required hint="Super admins also manage admins" error={error}>
      <Select name="role" size="sm" defaultValue={role}>
        <option value="regular_admin">{roleLabels.regular_admin}</option>
        <option value="super_admin">{roleLabels.super_admin}</option>
      </Select>
    </Field>
  );
}

export type AdminChange = "active" | "role";

type ConfirmAdminChangeProps = {
  ask: AdminChange;
  admin: ListedAdmin;
  /** The open work of an admin about to be deactivated; null if the question doesn't concern it. */
  owned: OpenOwned | null;
  /** Admins who can take it over. */
  heirs: readonly NamedAdmin[];
  back: string;
};

/** Confirms deactivating, reactivating or changing the role of an admin. */
export function ConfirmAdminChange({ ask, admin, owned, heirs, back }: ConfirmAdminChangeProps) {
  const navigation = useNavigation();
  const { email, role, isActive, id } = admin;
  const newRole: AdminRole = role === "super_admin" ? "regular_admin" : "super_admin";
  const gains =
    newRole === "super_admin" ? "They can then manage admins as well." : "They can no longer manage admins.";
  const question =
    ask === "role"
      ? {
          title: `Make this ${roleLabels[role]} a ${roleLabels[newRole]}?`,
          text: `${email} is signed out everywhere and signs in again with the new role. ${gains}`,
          intent: "role",
          yes: `Make ${roleLabels[newRole]}`,
        }
      : isActive
        ? {
            title: "Deactivate this admin?",
            text: `${email} is signed out everywhere at once and can’t sign in until someone reactivates the account.`,
            intent: "deactivate",
            yes: "Deactivate",
          }
        : {
            title: "Reactivate this admin?",
            text: `${email} can sign in again with the password they had, as ${roleLabels[role]}.`,
            intent: "reactivate",
            yes: "Reactivate",
          };
  return (
    <Dialog
      open
      onClose={() => document.getElementById("leave-admin")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40"
      title={question.title}
      description={<span className="wrap-anywhere">{question.text}</span>}
      footer={
        <>
          <ButtonLink id="leave-admin" to={back} replace preventScrollReset variant="outline" data-autofocus="">
            Cancel
          </ButtonLink>
          <Form
            id="change-admin"
            method="post"
            action={back}
            replace
            preventScrollReset
            data-failed="Failed to update admin"
          >
            <input type="hidden" name="intent" value={question.intent} />
            <input type="hidden" name="adminId" value={id} />
            {ask === "role" ? <input type="hidden" name="role" value={newRole} /> : null}
            <Button
              type="submit"
              variant={question.intent === "deactivate" ? "danger" : "primary"}
              busy={navigation.state === "submitting"}
            >
              {question.yes}
            </Button>
          </Form>
        </>
      }
    >
      {owned && hasAny(owned) ? <LeftBehind owned={owned} heirs={heirs} /> : null}
    </Dialog>
  );
}

const hasAny = ({ cases, inquiries, appointments }: OpenOwned) => cases + inquiries + appointments > 0;

/** Open work and its new owner; part of the dialog's form. */
function LeftBehind({
  owned: { cases, inquiries, appointments },
  heirs,
}: {
  owned: OpenOwned;
  heirs: readonly NamedAdmin[];
}) {
  const left = [
    cases > 0 ? counted("application", cases) : "",
    inquiries > 0 ? counted("inquiry", inquiries) : "",
    appointments > 0 ? `${appointments} upcoming ${appointments === 1 ? "appointment" : "appointments"}` : "",
  ].filter(Boolean);
  return (
    <>
      <p className="mb-4">
        This admin still has {left.slice(0, -1).join(", ")}
        {left.length > 1 ? " and " : ""}
        {left.at(-1)}.
      </p>
      <Field
        id="heir"
        label="Who takes them over"
        size="sm"
        hint="Left to nobody, they wait on Today under “Without an active owner”."
      >
        <Select name="heir" form="change-admin" size="sm" defaultValue="">
          <option value="">Nobody</option>
          {heirs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

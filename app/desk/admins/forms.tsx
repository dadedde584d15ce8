import { Mail, UserPlus } from "lucide-react";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { AdminProblems } from "~/accounts/admins/manage-admins.server";
import type { NamedAdmin } from "~/accounts/admins/names.server";
import type { InvitationProblems } from "~/accounts/invitations/invite.server";
import type { OpenOwned } from "~/accounts/owners/hand-over.server";
import { counted } from "~/accounts/owners/owned";
import type { AdminRole } from "~/db/schema/values";
import { type ListedAdmin, roleLabels } from "~/desk/admins/table";
import { nobodyTakes } from "~/inquiries/consultation/words";
import { Button, SubmitButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmailInput } from "~/ui/forms/email-input";
import { ErrorSummary } from "~/ui/forms/error-summary";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Select } from "~/ui/forms/select";
import { QuestionDialog } from "~/ui/notices/question-dialog";

type Typed = { email: string; role: AdminRole };

export type CreateAdminProps = {
  action: string;
  problems: AdminProblems;
  /** The typed values except passwords, which no page repeats. */
  typed: Typed | null;
};

export function CreateAdmin({ action, problems, typed }: CreateAdminProps) {
  return (
    <AdminForm
      intent="create"
      title="Create an admin"
      about="For someone who can’t get our email. You tell them the password, and they choose another one when they first sign in."
      failed={{ title: "The admin was not created", offline: "Failed to create admin" }}
      button={{ label: "Create Admin", busyLabel: "Creating…", icon: <UserPlus aria-hidden />, variant: "outline" }}
      {...{ action, problems, typed }}
      passwords={
        <>
          <Field
            id="create-password"
            label="Password"
            size="sm"
            required
            hint="At least 8 characters"
            error={problems.password}
          >
            <Input name="password" type="password" size="sm" autoComplete="new-password" />
          </Field>
          <Field id="create-confirmation" label="Confirm password" size="sm" required error={problems.confirmation}>
            <Input name="confirmation" type="password" size="sm" autoComplete="new-password" />
          </Field>
        </>
      }
    />
  );
}

type InviteAdminProps = { action: string; attempt: string; problems: InvitationProblems; typed: Typed | null };

export function InviteAdmin(props: InviteAdminProps) {
  return (
    <AdminForm
      intent="invite"
      title="Invite an admin"
      about="We’ll email a link that works once, for 72 hours. They choose their own name and password."
      failed={{ title: "The invitation was not sent", offline: "The invitation was not sent" }}
      button={{ label: "Send invitation", busyLabel: "Sending…", icon: <Mail aria-hidden /> }}
      {...props}
    />
  );
}

type AdminFormProps = {
  intent: "create" | "invite";
  title: string;
  about: string;
  /** The title of the error summary, and what is said without a connection. */
  failed: { title: string; offline: string };
  button: { label: string; busyLabel: string; icon: ReactNode; variant?: "outline" };
  action: string;
  /** The idempotency key of an invitation. */
  attempt?: string;
  problems: AdminProblems;
  typed: Typed | null;
  /** Between email and role. */
  passwords?: ReactNode;
};

/** Both ways to a new admin begin with an email and a role. */
function AdminForm(props: AdminFormProps) {
  const { intent, title, about, failed, button, action, attempt, problems, typed, passwords } = props;
  const { formData } = useNavigation();
  const errors = (["email", "password", "confirmation", "role"] as const).flatMap((name) => {
    const message = problems[name];
    return message ? [{ id: `${intent}-${name}`, message }] : [];
  });
  return (
    <Card padding="none" className="p-5" role="region" aria-labelledby={intent}>
      <h2 id={intent} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 text-stone">{about}</p>
      <ErrorSummary title={failed.title} errors={errors} className="mt-4 px-4! py-4!" />
      <Form
        method="post"
        action={action}
        replace
        preventScrollReset
        noValidate
        data-failed={failed.offline}
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="intent" value={intent} />
        {attempt ? <input type="hidden" name="attempt" value={attempt} /> : null}
        <Field id={`${intent}-email`} label="Email" size="sm" required error={problems.email}>
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
        {passwords}
        <Field
          id={`${intent}-role`}
          label="Role"
          size="sm"
          required
          hint="Super admins also manage admins"
          error={problems.role}
        >
          <Select name="role" size="sm" defaultValue={typed?.role ?? "regular_admin"}>
            <option value="regular_admin">{roleLabels.regular_admin}</option>
            <option value="super_admin">{roleLabels.super_admin}</option>
          </Select>
        </Field>
        <Button
          type="submit"
          wide
          variant={button.variant}
          before={button.icon}
          busy={formData?.get("intent") === intent}
          busyLabel={button.busyLabel}
        >
          {button.label}
        </Button>
      </Form>
    </Card>
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
    <QuestionDialog
      title={question.title}
      description={<span className="wrap-anywhere">{question.text}</span>}
      back={back}
      form={
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
          <SubmitButton variant={question.intent === "deactivate" ? "danger" : "primary"}>{question.yes}</SubmitButton>
        </Form>
      }
    >
      {owned && hasAny(owned) ? <LeftBehind owned={owned} heirs={heirs} /> : null}
    </QuestionDialog>
  );
}

const hasAny = ({ cases, inquiries, appointments, consultations }: OpenOwned) =>
  cases + inquiries + appointments + consultations > 0;

/** Open work and its new owner; part of the dialog's form. */
function LeftBehind({
  owned: { cases, inquiries, appointments, consultations },
  heirs,
}: {
  owned: OpenOwned;
  heirs: readonly NamedAdmin[];
}) {
  const left = [
    cases > 0 ? counted("application", cases) : "",
    inquiries > 0 ? counted("inquiry", inquiries) : "",
    appointments > 0 ? `${appointments} upcoming ${appointments === 1 ? "appointment" : "appointments"}` : "",
    consultations > 0 ? `${consultations} upcoming ${consultations === 1 ? "consultation" : "consultations"}` : "",
  ].filter(Boolean);
  return (
    <>
      <p className="mb-4">
        This admin still has {left.slice(0, -1).join(", ")}
        {left.length > 1 ? " and " : ""}
        {left.at(-1)}.
        {consultations > 0
          ? ` Consultations stay in the calendar with “${nobodyTakes}” until you give each to someone.`
          : null}
      </p>
      <Field
        id="heir"
        label="Who takes them over"
        size="sm"
        hint="If you choose nobody, they wait on Today under “Without an active owner”."
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

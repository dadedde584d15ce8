import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Dialog } from "~/ui/notices/dialog";
import type { ServiceQuestion as Question } from "./services.server";

const list = "/admin/services";
const plural = (n: number, noun: string, more = `${noun}s`) => `${n.toLocaleString("en-US")} ${n === 1 ? noun : more}`;

/** Confirms publishing, unpublishing or deleting a service. Has its own URL, so it works without JavaScript. */
export function ServiceQuestion({ question }: { question: Question }) {
  const busy = useNavigation().state === "submitting";
  const { ask, id, applications } = question;
  const isReferenced = ask === "delete" && applications > 0;
  const words = wordsOf(question);
  return (
    <Dialog
      open
      onClose={() => document.getElementById("keep-service")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40"
      title={words.title}
      description={words.text}
      footer={
        <>
          <ButtonLink id="keep-service" to={list} replace preventScrollReset variant="outline" data-autofocus="">
            {isReferenced && !question.isActive ? "Close" : "Cancel"}
          </ButtonLink>
          {isReferenced && !question.isActive ? null : (
            <Form method="post" action={list} replace>
              <input type="hidden" name="serviceId" value={id} />
              {ask === "delete" && !isReferenced ? (
                <input type="hidden" name="intent" value="delete" />
              ) : (
                <>
                  <input type="hidden" name="intent" value="active" />
                  <input type="hidden" name="active" value={ask === "activate" ? "yes" : "no"} />
                </>
              )}
              <Button type="submit" variant={ask === "delete" && !isReferenced ? "danger" : "primary"} busy={busy}>
                {words.yes}
              </Button>
            </Form>
          )}
        </>
      }
    />
  );
}

function wordsOf({ ask, name, isActive, applications, views, tiers, documents, steps }: Question) {
  const quoted = <strong className="font-semibold text-ink">{name}</strong>;
  if (ask === "activate")
    return {
      title: "Activate this service?",
      text: <>{quoted} appears on the public site at once, and people can apply for it.</>,
      yes: "Activate",
    };
  if (ask === "deactivate")
    return {
      title: "Deactivate this service?",
      text: (
        <>
          {quoted} is removed from the public site immediately, and nobody can start an application for it.{" "}
          {applications > 0 ? `${plural(applications, "application")} can continue. ` : ""}
          You can activate it again at any time.
        </>
      ),
      yes: "Deactivate",
    };
  if (applications > 0)
    return {
      title: "This service can’t be deleted",
      text: (
        <>
          {plural(applications, "application refers", "applications refer")} to {quoted}.{" "}
          {isActive
            ? "Deactivate it instead: it’s removed from the public site, and existing applications aren’t affected."
            : "It is inactive already, so the public site does not show it."}
        </>
      ),
      yes: "Deactivate instead",
    };
  const lost = [
    tiers > 0 ? plural(tiers, "pricing tier") : "",
    documents > 0 ? plural(documents, "required document") : "",
    steps > 0 ? plural(steps, "form step of its own", "form steps of its own") : "",
    views > 0 ? plural(views, "recorded view") : "",
  ].filter(Boolean);
  return {
    title: "Are you sure you want to delete this service?",
    text: (
      <>
        {quoted} is deleted with everything written about it
        {lost.length > 0 ? `, and with it ${new Intl.ListFormat("en").format(lost)}` : ""}. No application refers to it.
        This can’t be undone.
      </>
    ),
    yes: "Delete service",
  };
}

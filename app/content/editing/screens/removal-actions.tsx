import { Form } from "react-router";
import { Button } from "~/ui/button";
import type { EditorView } from "../read-editor.server";
import { ConfirmStep } from "./confirm-step";

type RemovalActionsProps = { view: EditorView; asked?: "offline" | "remove" };

/** Unpublishing or deleting an item: a button each, and the confirmation. */
export function RemovalActions({ view, asked }: RemovalActionsProps) {
  const { can, scheduled, whenOffline } = view;
  if (asked) {
    const isOffline = asked === "offline";
    return (
      <Form method="post" data-keep="no" className="mt-4">
        <ConfirmStep
          intent={asked}
          title={isOffline ? `Take “${view.title}” offline?` : `Delete “${view.title}”?`}
          yes={isOffline ? "Yes, take it offline" : "Yes, delete it"}
          no={isOffline ? "Keep it online" : "Keep it"}
          scheduled={scheduled}
        >
          {isOffline
            ? `${whenOffline ?? "It disappears from every list, and its address shows “page not found”."} You can publish it again.`
            : "It’s permanently removed from every list. Its history is kept."}
        </ConfirmStep>
      </Form>
    );
  }
  if (!can.offline && !can.remove) return null;
  return (
    <Form
      method="post"
      data-keep="no"
      preventScrollReset={false}
      className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-6"
    >
      <p className="min-w-0 basis-64 text-sm text-stone sm:max-w-md sm:flex-1">
        {can.offline
          ? whenOffline === null
            ? "If you take it offline, visitors can’t see it until you publish it again."
            : "You can take it offline, and publish it again later."
          : "If you delete it, it’s permanently removed from every list."}{" "}
        We’ll ask you to confirm.
      </p>
      <div className="flex flex-wrap gap-3">
        {can.offline ? (
          <Button type="submit" name="intent" value="offline" variant="outline" size="sm">
            Take offline
          </Button>
        ) : null}
        {can.remove ? (
          <Button type="submit" name="intent" value="remove" variant="outline" size="sm">
            Delete
          </Button>
        ) : null}
      </div>
    </Form>
  );
}

import { Form } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Banner } from "~/ui/notices/banner";
import type { EditorView } from "../read-editor.server";

type AwayProps = { view: EditorView; asked?: "offline" | "remove" };

/** Taking a thing from the public, or deleting it: a button each, and the question that follows (O-EDIT-13). */
export function Away({ view, asked }: AwayProps) {
  const { can, scheduled } = view;
  if (asked) {
    const isOffline = asked === "offline";
    return (
      <Form method="post" data-keep="no" className="mt-4">
        <input type="hidden" name="sure" value="yes" />
        <Banner
          tone="warning"
          role="alert"
          title={isOffline ? `Take “${view.title}” offline?` : `Delete “${view.title}”?`}
          action={
            <>
              <Button type="submit" name="intent" value={asked} variant="danger" size="sm">
                {isOffline ? "Yes, take it offline" : "Yes, delete it"}
              </Button>
              <ButtonLink to="." variant="outline" size="sm">
                Keep it
              </ButtonLink>
            </>
          }
        >
          {isOffline
            ? "It leaves every list, and its address answers that there is no such page. You can publish it again."
            : "It leaves every list for good. Its history stays."}
          {isOffline && scheduled
            ? ` Version ${scheduled.number} stays scheduled for ${scheduled.at} and would bring it back: call that off as well if you do not want it.`
            : null}
        </Banner>
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
          ? "Taken offline, visitors can’t get it until it is published again."
          : "Deleted, it leaves every list for good."}{" "}
        You are asked first.
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

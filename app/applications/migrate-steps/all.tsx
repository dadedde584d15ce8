import { DatabaseZap } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Dialog } from "~/ui/notices/dialog";

const path = "/admin/migration";

export function MigrateAll({ running }: { running: boolean }) {
  return (
    <Card padding="sm" className="sm:p-5">
      <section aria-labelledby="migrate-all" className="flex h-full flex-col">
        <h2 id="migrate-all" className="text-xl">
          All applications
        </h2>
        <p className="mt-1 text-stone">
          Goes through every application in the background. You can close this page, and applicants can keep working.
        </p>
        <Form method="get" action={path} preventScrollReset className="mt-auto pt-4">
          <input type="hidden" name="confirm" value="all" />
          <Button
            type="submit"
            busy={running}
            busyLabel="Migrating…"
            before={<DatabaseZap aria-hidden />}
            className="max-sm:w-full"
          >
            Migrate All Applications
          </Button>
        </Form>
      </section>
    </Card>
  );
}

/** The question has a URL of its own: without JavaScript it is at the top of the page. */
export function ConfirmMigration() {
  const navigation = useNavigation();
  return (
    <Dialog
      open
      onClose={() => document.getElementById("not-now")?.click()}
      role="alertdialog"
      size="sm"
      closeOnBackdrop={false}
      className="z-40"
      title="Migrate all applications?"
      description="This updates the step tables with every application’s answers. Nothing is duplicated, and you can run it again at any time."
      footer={
        <>
          <ButtonLink id="not-now" to={path} replace preventScrollReset variant="outline" data-autofocus="">
            Cancel
          </ButtonLink>
          <Form method="post" action={path} replace>
            <input type="hidden" name="intent" value="migrate-all" />
            <input type="hidden" name="confirmed" value="yes" />
            <Button type="submit" busy={navigation.state === "submitting"} busyLabel="Starting…">
              Yes, migrate all
            </Button>
          </Form>
        </>
      }
    />
  );
}

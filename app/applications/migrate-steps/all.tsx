import { DatabaseZap } from "lucide-react";
import { Form } from "react-router";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ConfirmRun } from "~/ui/running/confirm-run";

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

export const ConfirmMigration = () => (
  <ConfirmRun
    path={path}
    intent="migrate-all"
    title="Migrate all applications?"
    description="This updates the step tables with every application’s answers. Nothing is duplicated, and you can run it again at any time."
    label="Yes, migrate all"
  />
);

import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";

/** The field keeps its input; an error is shown there, and takes the focus. */
export function OneApplication({ id, error }: { id: string; error: string | undefined }) {
  const { formMethod, formData } = useNavigation();
  const doing = formMethod === "POST" ? formData?.get("intent") : undefined;
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) inputRef.current?.focus();
  }, [error]);
  return (
    <Card padding="sm" className="sm:p-5">
      <section aria-labelledby="one-application">
        <h2 id="one-application" className="text-xl">
          A single application
        </h2>
        <Form method="post" action="/admin/migration" replace preventScrollReset className="mt-3" noValidate>
          <div role={error ? "alert" : undefined}>
            <Field id="id" label="Application ID" size="sm" error={error}>
              <Input
                ref={inputRef}
                name="id"
                size="sm"
                defaultValue={id}
                maxLength={200}
                placeholder="Application ID (UUID)"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className="font-mono"
              />
            </Field>
          </div>
          <div className="mt-4 flex flex-wrap gap-2 max-sm:[&>*]:grow">
            <Button type="submit" name="intent" value="migrate" busy={doing === "migrate"} busyLabel="Migrating…">
              Migrate
            </Button>
            <Button
              type="submit"
              name="intent"
              value="verify"
              variant="outline"
              busy={doing === "verify"}
              busyLabel="Verifying…"
            >
              Verify
            </Button>
          </div>
        </Form>
      </section>
    </Card>
  );
}

import { Form } from "react-router";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";

/** A copy of everything, and erasure (V-COPY-1, V-ERASE-1): both stand on a page of their own. */
export function YourData({ id }: { id: string }) {
  return (
    <section aria-labelledby="your-data" className="no-print mt-12">
      <h2 id="your-data" className="text-2xl">
        Your data
      </h2>
      <p className="mt-2 max-w-2xl text-stone">
        Take a copy of everything that we hold with this application, or ask us to{" "}
        <TextLink to={`/apply/${id}/data`}>erase it</TextLink>.
      </p>
      <Form method="post" action={`/apply/${id}/data`} className="mt-4">
        <Button type="submit" name="intent" value="copy" variant="outline">
          Ask for a copy of my data
        </Button>
      </Form>
    </section>
  );
}

import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { classNames } from "~/ui/class-names";
import { TextLink } from "~/ui/link";
import type { KnownPerson } from "./known.server";
import { nameOf, personPath } from "./person-link";

const knownPath = "/admin/people/known";

/**
 * For a form of the desk: names who has the entered email or phone already, on leaving the field. Reads the surrounding
 * form's fields `email` and `phone`.
 */
export function KnownPeople({ className }: { className?: string }) {
  const anchor = useRef<HTMLDivElement>(null);
  const fetcher = useFetcher<{ known: KnownPerson[] }>();
  const { submit } = fetcher;
  const lastQuestion = useRef("");

  useEffect(() => {
    const form = anchor.current?.closest("form");
    if (!form) return;
    const look = () => {
      const fields = new FormData(form);
      const [email, phone] = ["email", "phone"].map((name) => String(fields.get(name) ?? "").trim());
      const question = `${email} ${phone}`;
      if (question === lastQuestion.current) return;
      lastQuestion.current = question;
      // A POST, because no URL may contain them.
      submit({ email: email ?? "", phone: phone ?? "" }, { method: "post", action: knownPath });
    };
    form.addEventListener("change", look);
    return () => form.removeEventListener("change", look);
  }, [submit]);

  const people = fetcher.data?.known ?? [];
  return (
    // Out of the flow while empty, so that it leaves no gap between fields.
    <div ref={anchor} role="status" className={classNames("not-has-[p]:absolute", className)}>
      {people.length > 0 ? (
        <p className="rounded-md bg-warning-ground px-3 py-2 text-sm">
          Already in our records:{" "}
          {people.map(({ id, name, same }, index) => (
            <span key={id}>
              {index > 0 ? ", " : null}
              <TextLink to={personPath(id)} target="_blank">
                {nameOf({ name })}
              </TextLink>{" "}
              (same {same.join(" and ")})
            </span>
          ))}
          .
        </p>
      ) : null}
    </div>
  );
}

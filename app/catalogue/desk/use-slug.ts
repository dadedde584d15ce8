import { useRef } from "react";
import { slugOf } from "~/content/slug";
import type { FieldName, FormValues } from "./service-form";

type Change = { currentTarget: { value: string } };
type Handlers = { onChange: (event: Change) => void; onBlur?: () => void };

/**
 * The slug follows the name while one types it into an empty slug, until the name is left; an existing slug stays
 * (A-SVC-13). Returns the event handlers of both fields by their names.
 */
export function useSlug(
  values: FormValues,
  set: (change: Partial<FormValues>) => void,
): Partial<Record<FieldName, Handlers>> {
  const follows = useRef(false);
  return {
    serviceName: {
      onChange(event) {
        const serviceName = event.currentTarget.value;
        if (values.slug.trim() === "") follows.current = true;
        set(follows.current ? { serviceName, slug: slugOf(serviceName) } : { serviceName });
      },
      onBlur() {
        follows.current = false;
      },
    },
    slug: {
      onChange(event) {
        follows.current = false;
        set({ slug: event.currentTarget.value });
      },
    },
  };
}

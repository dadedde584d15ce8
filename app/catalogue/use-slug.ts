import { type ChangeEvent, useRef } from "react";
import type { FormValues } from "./service-form";
import { slugOf } from "./slug";

type Change = ChangeEvent<HTMLInputElement>;

/**
 * The slug follows the name while one types it into an empty slug, until the name is left; one that is there stays
 * (A-SVC-13).
 */
export function useSlug(values: FormValues, set: (change: Partial<FormValues>) => void) {
  const follows = useRef(false);
  return {
    name: {
      onChange(event: Change) {
        const serviceName = event.currentTarget.value;
        if (values.slug.trim() === "") follows.current = true;
        set(follows.current ? { serviceName, slug: slugOf(serviceName) } : { serviceName });
      },
      onBlur() {
        follows.current = false;
      },
    },
    slug: {
      onChange(event: Change) {
        follows.current = false;
        set({ slug: event.currentTarget.value });
      },
    },
  };
}

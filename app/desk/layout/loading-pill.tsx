import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** Milliseconds after which a load is said to be going on. */
const patience = 300;

/** Says that the next page is loading, once that takes long. */
export function LoadingPill() {
  const isLoading = useNavigation().state === "loading";
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return setIsLate(false);
    const timer = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return (
    <div role="status" className="no-print pointer-events-none fixed inset-x-0 top-3 z-40 flex justify-center lg:pl-56">
      {isLoading && isLate ? (
        <span className="inline-flex min-h-9 items-center gap-2 rounded-full bg-navy px-4 text-sm font-semibold text-white shadow-lg">
          <LoaderCircle aria-hidden className="size-4 animate-spin text-gold" />
          Loading…
        </span>
      ) : null}
    </div>
  );
}

import { useEffect, useState } from "react";
import { type Location, useLocation } from "react-router";
import { Loading, Skeleton, SkeletonCard, SkeletonText } from "~/ui/skeleton";

/** How long a followed link may load before its page is drawn as a skeleton, in milliseconds. */
const patience = 250;

/** True when another page is being waited for, and not only for a moment. */
export function useSlow(next: Location | undefined): boolean {
  const { pathname } = useLocation();
  const waiting = next && next.pathname !== pathname ? next.key : undefined;
  const [slow, setSlow] = useState<string>();
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(waiting), patience);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting !== undefined && slow === waiting;
}

/** A page that is on its way: its opening, and cards. */
export function PageSkeleton() {
  return (
    <Loading label="Loading the page">
      <div className="bg-sand">
        <div className="page grid gap-5 pt-8 pb-24">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="mt-10 h-12 w-3/4 max-w-xl" />
          <SkeletonText lines={2} className="max-w-xl" />
        </div>
      </div>
      <div className="page grid gap-6 py-16 sm:grid-cols-2 lg:grid-cols-3">
        <SkeletonCard cover={false} />
        <SkeletonCard cover={false} />
        <SkeletonCard cover={false} />
      </div>
    </Loading>
  );
}

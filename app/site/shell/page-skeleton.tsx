import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { Loading, Skeleton, SkeletonCard, SkeletonText } from "~/ui/notices/skeleton";

/** The skeleton of a page that is loading, in the shape that the page will have. */
export function PageSkeleton({ path }: { path: string }) {
  return <Loading label="Loading the page">{shapeOf(path)}</Loading>;
}

function shapeOf(path: string): ReactNode {
  const [, room, item] = path.split("/");
  if (!room)
    return (
      <>
        <Opening deep tall />
        <Cards count={4} className="md:grid-cols-2" />
        <ReviewsOnTheirWay />
      </>
    );
  if (room === "visa")
    return (
      <>
        <Opening />
        <div className="page grid gap-x-14 gap-y-10 py-14 lg:grid-cols-[minmax(0,1fr)_23rem] xl:gap-x-20">
          <div className="grid gap-14">
            <Passage />
            <Passage />
            <Passage />
          </div>
          <Skeleton className="h-96 rounded-2xl" />
        </div>
      </>
    );
  if (room === "blog" && item)
    return (
      <>
        <Opening />
        <div className="page grid gap-14 py-14">
          <Passage />
          <Passage />
        </div>
      </>
    );
  if (room === "about")
    return (
      <>
        <Opening deep />
        <Cards count={2} className="md:grid-cols-2" />
        <ReviewsOnTheirWay />
      </>
    );
  if (room === "services" || room === "blog" || room === "forms")
    return (
      <>
        <Opening />
        <Cards count={6} cover={room === "blog"} className="md:grid-cols-2 xl:grid-cols-3" />
      </>
    );
  return (
    <>
      <Opening deep={room.startsWith("baham")} />
      <div className="page grid gap-12 py-16">
        <Passage />
        <Passage />
      </div>
    </>
  );
}

function Opening({ deep = false, tall = false }: { deep?: boolean; tall?: boolean }) {
  return (
    <div className={deep ? "bg-navy [&_.animate-shimmer]:bg-white/15" : "bg-sand"}>
      <div className={classNames("page grid content-start gap-5 pt-8", tall ? "min-h-[38rem] pb-48" : "pb-24")}>
        <Skeleton className="h-4 w-48" />
        <Skeleton className="mt-10 h-12 w-3/4 max-w-xl" />
        <SkeletonText lines={2} className="max-w-xl" />
      </div>
    </div>
  );
}

function Cards({ count, cover = false, className }: { count: number; cover?: boolean; className: string }) {
  return (
    <div className={classNames("page grid gap-6 py-16", className)}>
      {Array.from({ length: count }, (_, card) => `card ${card}`).map((card) => (
        <SkeletonCard key={card} cover={cover} />
      ))}
    </div>
  );
}

function Passage() {
  return (
    <div className="grid max-w-2xl content-start gap-5">
      <Skeleton className="h-8 w-64 max-w-full" />
      <SkeletonText lines={5} />
    </div>
  );
}

/** The card that sums the reviews up, and the first of them. */
function ReviewsOnTheirWay() {
  return (
    <div className="bg-foam py-16">
      <div data-skeleton="reviews" className="page grid gap-5">
        <span className="sr-only">Loading the reviews…</span>
        <div className="grid gap-8 rounded-2xl bg-white p-6 sm:p-9 md:grid-cols-[10rem_10rem_minmax(0,1fr)]">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
          <SkeletonText lines={4} />
        </div>
      </div>
    </div>
  );
}

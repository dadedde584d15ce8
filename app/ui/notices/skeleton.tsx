import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";

/** A grey place where something will stand. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden
      className={classNames("block animate-shimmer rounded-md bg-[#e4eae9]", className ?? "h-4 w-full")}
    />
  );
}

export function SkeletonText({ lines = 3, className }: { lines?: number | undefined; className?: string | undefined }) {
  const widths = ["w-full", "w-11/12", "w-full", "w-4/5", "w-2/3"];
  return (
    <span aria-hidden className={classNames("grid gap-2.5", className)}>
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((line, index) => (
        <Skeleton
          key={line}
          className={classNames("h-4", index === lines - 1 ? "w-1/2" : widths[index % widths.length])}
        />
      ))}
    </span>
  );
}

/** A card that is on its way: cover, title, words. */
export function SkeletonCard({
  cover = true,
  className,
}: {
  cover?: boolean | undefined;
  className?: string | undefined;
}) {
  return (
    <div aria-hidden className={classNames("overflow-hidden rounded-2xl border border-line bg-white", className)}>
      {cover ? <Skeleton className="aspect-[16/10] w-full rounded-none" /> : null}
      <div className="grid gap-4 p-6">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-6 w-3/4" />
        <SkeletonText lines={3} />
      </div>
    </div>
  );
}

/** Wraps skeletons: tells screen readers once that something loads. */
export function Loading({
  label = "Loading",
  children,
  className,
}: {
  label?: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}…</span>
      {children}
    </div>
  );
}

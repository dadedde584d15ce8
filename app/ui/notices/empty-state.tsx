import type { ReactNode } from "react";
import { Rosette } from "~/ui/brand/guilloche";
import { classNames } from "~/ui/class-names";

export type EmptyStateProps = {
  title: ReactNode;
  /** Why there is nothing, and what to do. */
  children?: ReactNode;
  action?: ReactNode;
  seed?: string | undefined;
  /** The file that contains the drawing of this seed. */
  drawing?: string | undefined;
  level?: 2 | 3 | undefined;
  className?: string | undefined;
};

export function EmptyState({
  title,
  children,
  action,
  seed = "empty",
  drawing,
  level = 2,
  className,
}: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={classNames("flex flex-col items-center px-4 py-12 text-center", className)}>
      <Rosette seed={seed} detail="plain" from={drawing} className="mb-5 size-24 text-sea/60" />
      <Title className="text-2xl">{title}</Title>
      {children ? <div className="mt-2 max-w-md text-base text-stone">{children}</div> : null}
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}

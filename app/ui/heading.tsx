import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";

export function Eyebrow({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <p className={classNames("eyebrow text-sea-ink in-[.on-dark]:text-gold", className)}>{children}</p>;
}

export function SectionHeading(props: {
  title: ReactNode;
  eyebrow?: ReactNode;
  intro?: ReactNode;
  action?: ReactNode;
  id?: string | undefined;
  level?: 1 | 2 | 3 | undefined;
  className?: string | undefined;
}) {
  const { title, eyebrow, intro, action, id, level = 2, className } = props;
  const Heading = `h${level}` as const;
  return (
    <div className={classNames("flex flex-wrap items-end justify-between gap-x-8 gap-y-4", className)}>
      <div className="max-w-2xl min-w-0">
        {eyebrow ? <Eyebrow className="mb-2">{eyebrow}</Eyebrow> : null}
        <Heading
          id={id}
          className={classNames(
            "in-[.on-dark]:text-white",
            { 1: "text-5xl tracking-[-0.02em]", 2: "text-4xl", 3: "text-2xl" }[level],
          )}
        >
          {title}
        </Heading>
        {intro ? <p className="mt-3 text-lg text-stone in-[.on-dark]:text-foam">{intro}</p> : null}
      </div>
      {action ? <div className="sm:shrink-0">{action}</div> : null}
    </div>
  );
}

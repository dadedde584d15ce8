import { ArrowRight } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

export type TextLinkProps = ComponentProps<typeof PageLink> & {
  /** `inline` stands in running text, `standalone` on its own line with room to tap. */
  look?: "inline" | "standalone" | undefined;
  /** An arrow that moves a little on hover. */
  arrow?: boolean | undefined;
};

export function TextLink({ look = "inline", arrow = false, className, children, ...rest }: TextLinkProps) {
  return (
    <PageLink
      {...rest}
      className={classNames(
        "group/link rounded-xs text-sea-ink hover:text-navy in-[.on-dark]:text-white in-[.on-dark]:hover:text-gold",
        look === "inline"
          ? "font-medium underline decoration-1 underline-offset-[0.2em] hover:decoration-2"
          : "inline-flex min-h-8 items-center gap-2 font-semibold hover:underline hover:underline-offset-[0.3em]",
        className,
      )}
    >
      {children}
      {arrow && (
        <ArrowRight
          aria-hidden
          className="inline size-[1.05em] shrink-0 transition-transform duration-200 group-hover/link:translate-x-0.5"
        />
      )}
    </PageLink>
  );
}

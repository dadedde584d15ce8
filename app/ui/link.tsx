import { ArrowRight } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

export type TextLinkProps = ComponentProps<typeof PageLink> & {
  /** `inline` within text, `standalone` on its own line with room to tap. */
  look?: "inline" | "standalone" | undefined;
  arrow?: boolean | undefined;
};

export function TextLink({ look = "inline", arrow = false, className, children, ...rest }: TextLinkProps) {
  return (
    <PageLink {...rest} className={classNames(`text-link text-link-${look}`, className)}>
      {children}
      {arrow && <ArrowRight aria-hidden className="text-link-arrow" />}
    </PageLink>
  );
}

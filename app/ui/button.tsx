import { LoaderCircle } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

type ButtonVariant = "primary" | "gold" | "outline" | "quiet" | "danger";
type ButtonSize = "sm" | "md" | "lg";

type Look = {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** An icon before or after the words. */
  before?: ReactNode;
  after?: ReactNode;
  /** Fills the width it is given. */
  wide?: boolean | undefined;
};

const base =
  "group/button relative inline-flex select-none items-center justify-center rounded-md font-semibold text-center leading-tight transition-[background-color,border-color,color,box-shadow] duration-150 disabled:opacity-55 aria-disabled:opacity-70 [&_svg]:shrink-0";

const sizes: Record<ButtonSize, string> = {
  sm: "min-h-9 gap-1.5 px-3 py-1.5 text-sm [&_svg]:size-4",
  md: "min-h-11 gap-2 px-5 py-2.5 text-sm [&_svg]:size-[1.125rem]",
  lg: "min-h-13 gap-2.5 px-6 py-3 text-base [&_svg]:size-5",
};

// Forced colors remove backgrounds: a border then shows that this is a button.
const edged = "forced-colors:border";

// `on-dark` above a button turns outline and quiet to their light form.
const variants: Record<ButtonVariant, string> = {
  primary: `${edged} bg-navy text-white shadow-xs hover:bg-deep active:bg-navy in-[.on-dark]:bg-white in-[.on-dark]:text-navy in-[.on-dark]:hover:bg-foam`,
  gold: `${edged} bg-gold text-ink shadow-xs hover:bg-gold-deep active:bg-gold`,
  outline:
    "border border-edge bg-white text-ink hover:border-navy hover:bg-foam active:bg-white in-[.on-dark]:border-white/60 in-[.on-dark]:bg-navy/45 in-[.on-dark]:text-white in-[.on-dark]:hover:border-white in-[.on-dark]:hover:bg-navy/70",
  quiet: "text-sea-ink hover:bg-foam active:bg-transparent in-[.on-dark]:text-white in-[.on-dark]:hover:bg-white/10",
  danger: `${edged} bg-error text-white shadow-xs hover:bg-error-deep active:bg-error`,
};

function look({ variant = "primary", size = "md", wide }: Look, className: string | undefined) {
  return classNames(base, sizes[size], variants[variant], wide && "w-full", className);
}

export type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Work is under way: shows a spinner, keeps its width and its focus, and takes no second click. */
    busy?: boolean | undefined;
    /** The label while it is busy, such as "Saving…". */
    busyLabel?: string | undefined;
  };

export function Button({
  variant,
  size,
  before,
  after,
  wide,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  const label = busy && busyLabel ? busyLabel : children;
  return (
    <button
      {...rest}
      type={type}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      className={look({ variant, size, wide }, className)}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : before}
      <span>{label}</span>
      {busy ? null : after}
    </button>
  );
}

export type ButtonLinkProps = ComponentProps<typeof PageLink> & Look;

/** A link that looks like a button. `to` may be a path, a full address, `tel:` or `mailto:`. */
export function ButtonLink({ variant, size, before, after, wide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <PageLink {...rest} className={look({ variant, size, wide }, className)}>
      {before}
      <span>{children}</span>
      {after}
    </PageLink>
  );
}

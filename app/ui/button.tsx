import { LoaderCircle } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useNavigation } from "react-router";
import { classNames } from "~/ui/class-names";
import { PageLink } from "~/ui/page-link";

type ButtonVariant = "primary" | "gold" | "outline" | "quiet" | "danger";
type ButtonSize = "sm" | "md" | "lg";

type Look = {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  before?: ReactNode;
  after?: ReactNode;
  wide?: boolean | undefined;
};

/** `controls.css` has the look. */
function look({ variant = "primary", size = "md", wide }: Look, className: string | undefined) {
  return classNames(`button button-${size} button-${variant}`, wide && "w-full", className);
}

export type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Shows a spinner, keeps width and focus, and ignores further clicks. */
    busy?: boolean | undefined;
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

type SubmitButtonProps = Omit<ButtonProps, "type" | "name" | "value" | "busy"> & {
  /** What the form is to do, if it has several buttons. */
  intent?: string;
  /** Fields of its form that tell it from others with the same intent. */
  of?: Readonly<Record<string, string>> | undefined;
};

/** A button that sends its form by the router, and is busy while it is sent. */
export function SubmitButton({ intent, of = {}, ...button }: SubmitButtonProps) {
  const { formMethod, formData } = useNavigation();
  const expected = Object.entries(intent === undefined ? of : { ...of, intent });
  const busy = formMethod === "POST" && expected.every(([name, value]) => formData?.get(name) === value);
  return (
    <Button type="submit" name={intent === undefined ? undefined : "intent"} value={intent} busy={busy} {...button} />
  );
}

export type ButtonLinkProps = ComponentProps<typeof PageLink> & Look;

/** `to` may be a path, a URL, `tel:` or `mailto:`. */
export function ButtonLink({ variant, size, before, after, wide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <PageLink {...rest} className={look({ variant, size, wide }, className)}>
      {before}
      <span>{children}</span>
      {after}
    </PageLink>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "~/ui/class-names";
import { type NoticeTone, noticeTones } from "~/ui/notices/tone";

export type BannerProps = Omit<ComponentProps<"div">, "title"> & {
  tone?: NoticeTone | undefined;
  title?: ReactNode;
  /** Buttons or links, under the text on phones and next to it on wide screens. */
  action?: ReactNode;
};

/** A notice in the page. Needs `role="alert"` or `role="status"` if it appears after an action. */
export function Banner({ tone = "info", title, action, className, children, ...rest }: BannerProps) {
  const { icon: Icon, ink, ground, edge } = noticeTones[tone];
  return (
    <div
      {...rest}
      className={classNames(
        "flex flex-wrap items-start gap-x-4 gap-y-3 rounded-r-md border-l-4 px-4 py-3.5 sm:px-5",
        ground,
        edge,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon aria-hidden className={classNames("mt-[0.2em] size-5 shrink-0", ink)} />
        <div className="min-w-0 text-sm text-ink">
          {title ? <p className="text-base font-semibold leading-snug">{title}</p> : null}
          {children ? <div className={title ? "mt-1" : "leading-relaxed"}>{children}</div> : null}
        </div>
      </div>
      {action ? <div className="flex flex-wrap items-center gap-2 pl-8 sm:pl-0">{action}</div> : null}
    </div>
  );
}

type MessageBannerProps = Omit<BannerProps, "title" | "role" | "children"> & { message: ReactNode };

/** What a form came to; nothing without a message. */
export const MessageBanner = ({ message, tone = "error", ...banner }: MessageBannerProps) =>
  message ? (
    <Banner tone={tone} role={tone === "error" ? "alert" : "status"} {...banner}>
      {message}
    </Banner>
  ) : null;

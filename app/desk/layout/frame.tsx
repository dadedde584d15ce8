import { LogOut, type LucideIcon, Menu, Search, UserRound, X } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { BrandMark, Waves } from "~/ui/brand/guilloche";
import { classNames } from "~/ui/class-names";
import { SampleDot } from "~/ui/lists/badge";
import { useOpenPalette } from "./palette/palette";

export type DeskNavItem = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Other paths that belong to it. With them, paths below `to` do not count unless listed. */
  also?: readonly string[] | undefined;
  /** The number of open items, such as new inquiries. */
  count?: number | undefined;
  counted?: string | undefined;
};

export type DeskFrameProps = {
  name: string;
  email: string;
  nav: readonly DeskNavItem[];
  /** The database contains sample data: a line says so. */
  sampleData?: boolean | undefined;
  sampleAction?: ReactNode;
  /** What else the line above every page says. */
  notice?: ReactNode;
  children: ReactNode;
};

/** The layout of the desk: a navy rail on wide screens, a bar with a menu on phones. Each page has its own title. */
export function DeskFrame({ name, email, nav, sampleData = false, sampleAction, notice, children }: DeskFrameProps) {
  const main = useRef<HTMLElement>(null);
  // The layout's effect runs after those of the page: by now its shortcuts and forms are scripted.
  useLayoutEffect(() => main.current?.setAttribute("data-scripted", ""), []);
  return (
    <div className="min-h-dvh bg-mist text-sm lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] print:block print:bg-white">
      <a
        href="#main"
        className="no-print fixed top-3 left-3 z-50 -translate-y-20 rounded-md bg-gold px-4 py-3 font-semibold text-ink focus-visible:translate-y-0"
      >
        Skip to the content
      </a>
      <Rail name={name} email={email} nav={nav} />
      <TopMenu name={name} email={email} nav={nav} />
      <div className="flex min-w-0 flex-col">
        {sampleData || notice ? (
          <aside
            aria-label="Notices"
            className="no-print flex h-10 items-center gap-x-3 overflow-clip border-b border-line bg-white px-4 text-xs text-ink sm:px-8"
          >
            {sampleData ? (
              <p className="flex items-center gap-2 whitespace-nowrap">
                <SampleDot />
                <span>
                  <strong className="font-semibold">
                    Sample people<span className="max-md:sr-only"> are shown.</span>
                  </strong>
                  <span className="max-xl:sr-only"> They’re made up and never receive email.</span>
                </span>
                {sampleAction}
              </p>
            ) : null}
            {notice}
          </aside>
        ) : null}
        <main ref={main} id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 sm:px-8 sm:py-7">
          {children}
        </main>
      </div>
    </div>
  );
}

function Rail({ name, email, nav }: Pick<DeskFrameProps, "name" | "email" | "nav">) {
  return (
    <header className="on-dark no-print sticky top-0 isolate hidden h-dvh flex-col overflow-hidden bg-navy px-3 py-5 lg:flex">
      <Waves sea="edge" seed="desk" className="absolute inset-x-0 bottom-24 -z-10 h-40 text-shallows/25" />
      <div className="flex items-center gap-3 px-3">
        <BrandMark onDark className="size-9" />
        <span className="leading-tight">
          <span className="block font-display text-lg font-semibold">Lucaya</span>
          <span className="block text-2xs text-shallows">Staff</span>
        </span>
      </div>
      <FindButton className="mt-5 hover:bg-white/10" />
      <nav aria-label="Staff" className="mt-3 min-h-0 flex-1 overflow-y-auto p-0.5">
        <NavList nav={nav} />
      </nav>
      <div className="mt-4 border-t border-white/15 pt-3">
        <SignOut name={name} email={email} />
      </div>
    </header>
  );
}

function TopMenu({ name, email, nav }: Pick<DeskFrameProps, "name" | "email" | "nav">) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place closes the menu.
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);
  return (
    <header className="on-dark no-print sticky top-0 z-30 flex h-14 items-center justify-between bg-navy px-4 lg:hidden">
      <span className="flex items-center gap-2.5 font-display text-lg font-semibold">
        <BrandMark onDark className="size-8" />
        Lucaya
      </span>
      <FindButton small className="ml-auto" />
      <details
        ref={menu}
        className="group/menu"
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !menu.current?.open) return;
          menu.current.open = false;
          menu.current.querySelector("summary")?.focus();
          // Otherwise the page's own Escape handler would leave it.
          event.preventDefault();
        }}
      >
        <summary className="flex min-h-11 items-center gap-2 rounded-md px-2.5 font-semibold hover:bg-white/10">
          Menu
          <Menu aria-hidden className="size-5 group-open/menu:hidden" />
          <X aria-hidden className="hidden size-5 group-open/menu:block" />
        </summary>
        <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-3.5rem)] overflow-y-auto bg-navy px-3 pt-2 pb-4 shadow-lg">
          <nav aria-label="Staff">
            <NavList nav={nav} />
          </nav>
          <div className="mt-3 border-t border-white/15 pt-3">
            <SignOut name={name} email={email} />
          </div>
        </div>
      </details>
    </header>
  );
}

/** The `aria-current` of a link: this page, one below it, or neither. */
function ariaCurrentOf(pathname: string, to: string, also: readonly string[] | undefined): "page" | "true" | undefined {
  if (pathname === to) return "page";
  const within = also ?? [to];
  return within.some((path) => pathname === path || pathname.startsWith(`${path}/`)) ? "true" : undefined;
}

function NavList({ nav }: { nav: readonly DeskNavItem[] }) {
  const { pathname } = useLocation();
  return (
    <ul className="grid gap-0.5">
      {nav.map(({ to, label, icon: Icon, also, count, counted }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={ariaCurrentOf(pathname, to, also)}
            className="group/nav flex min-h-10 items-center gap-3 rounded-md px-3 font-medium text-foam/90 outline-offset-0 transition-colors hover:bg-white/10 hover:text-white aria-[current]:bg-white/12 aria-[current]:text-white max-lg:min-h-11"
          >
            <Icon aria-hidden className="size-[1.125rem] shrink-0 text-shallows group-aria-[current]/nav:text-gold" />
            <span className="min-w-0 flex-1 truncate">{label}</span>
            {count ? (
              <span className="rounded-full bg-gold px-1.5 text-2xs font-bold leading-5 text-ink tabular-nums">
                {count > 99 ? "99+" : count}
                {counted ? <span className="sr-only"> {counted}</span> : null}
              </span>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SignOut({ name, email }: Pick<DeskFrameProps, "name" | "email">) {
  return (
    <>
      {name === email ? null : <p className="truncate px-3 text-xs font-medium text-white">{name}</p>}
      <p className="px-3 pb-1 text-2xs break-all text-foam/80">
        <span className="sr-only">Signed in as </span>
        {email}
      </p>
      <NavLink
        to="/admin/account"
        className="flex min-h-10 items-center gap-3 rounded-md px-3 font-medium text-foam/90 outline-offset-0 hover:bg-white/10 hover:text-white aria-[current]:bg-white/12 max-lg:min-h-11"
      >
        <UserRound aria-hidden className="size-[1.125rem] text-shallows" />
        Your account
      </NavLink>
      <form method="post" action="/admin/sign-out">
        <button
          type="submit"
          className="flex min-h-10 w-full items-center gap-3 rounded-md px-3 font-medium text-foam/90 hover:bg-white/10 hover:text-white"
        >
          <LogOut aria-hidden className="size-[1.125rem] text-shallows" />
          Sign Out
        </button>
      </form>
    </>
  );
}

function FindButton({ small = false, className }: { small?: boolean; className?: string }) {
  const open = useOpenPalette();
  return (
    <button
      type="button"
      onClick={open}
      aria-keyshortcuts="Control+K Meta+K"
      data-hint={small ? "Find" : undefined}
      className={classNames(
        "flex items-center gap-3 rounded-md font-medium text-foam/90 hover:text-white noscript:hidden",
        small ? "size-11 justify-center hover:bg-white/10" : "min-h-10 px-3 ring-1 ring-white/20 ring-inset",
        className,
      )}
    >
      <Search aria-hidden className={classNames("shrink-0 text-shallows", small ? "size-5" : "size-[1.125rem]")} />
      <span className={small ? "sr-only" : "flex-1 text-left"}>Find</span>
      {small ? null : <kbd className="font-mono text-2xs text-foam/70">Ctrl K</kbd>}
    </button>
  );
}

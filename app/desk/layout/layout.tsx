import {
  CalendarDays,
  ChartColumn,
  DatabaseZap,
  FileText,
  History,
  Inbox,
  LayoutDashboard,
  LoaderCircle,
  Mail,
  PenLine,
  ShieldCheck,
  UsersRound,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import {
  isRouteErrorResponse,
  Link,
  Outlet,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
} from "react-router";
import { readSingleKeys } from "~/accounts/admins/single-keys.server";
import { redirectToSetUp } from "~/accounts/factors/due.server";
import { FactorNotice, hasFactorNotice } from "~/accounts/factors/factor-notice";
import { readFactorNotice } from "~/accounts/factors/notice.server";
import { openReauthenticationDialog } from "~/accounts/reauthentication/ask-first.server";
import {
  ReauthenticationContext,
  ReauthenticationDialog,
  ReauthenticationPage,
  useReauthentication,
} from "~/accounts/reauthentication/confirm-dialog";
import { NoAccessPage } from "~/accounts/sign-in/no-access";
import { untilSignedIn, useSessionWatch } from "~/accounts/sign-in/session-watch";
import { SignInAgain } from "~/accounts/sign-in/sign-in-again-dialog";
import { requireStaff } from "~/accounts/staff.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { UndoNotice } from "~/accounts/undo/undo-notice";
import { listOutages } from "~/core/outages.server";
import { nassauTime } from "~/core/time";
import type { AdminRole } from "~/db/schema/values";
import { DeskKeys } from "~/desk/layout/desk-keys";
import { DeskErrorBoundary } from "~/desk/layout/error-boundary";
import { DeskFrame, type DeskNavItem } from "~/desk/layout/frame";
import { countNewInquiries } from "~/inquiries/desk/list.server";
import { hasSamplePeople } from "~/sample/remove-sample.server";
import { FailurePage } from "~/site/errors/error-pages";
import { FormRecovery, keepPageOnFailure } from "~/ui/forms/recovery/form-recovery";
import { Banner } from "~/ui/notices/banner";
import { OfflineNotice } from "~/ui/notices/offline-notice";
import { ToastProvider } from "~/ui/notices/toast";
import type { Route } from "./+types/layout";

/** Milliseconds before a navigation counts as slow. */
const patience = 300;

/** Shows that the next page is loading, if that is slow. */
function LoadingPill() {
  const isLoading = useNavigation().state === "loading";
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return setIsLate(false);
    const timer = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return (
    <div role="status" className="no-print pointer-events-none fixed inset-x-0 top-3 z-40 flex justify-center lg:pl-56">
      {isLoading && isLate ? (
        <span className="inline-flex min-h-9 items-center gap-2 rounded-full bg-navy px-4 text-sm font-semibold text-white shadow-lg">
          <LoaderCircle aria-hidden className="size-4 animate-spin text-gold" />
          Loading…
        </span>
      ) : null}
    </div>
  );
}

const nav = (newInquiries: number, role: AdminRole): readonly DeskNavItem[] => [
  {
    to: "/admin",
    label: "Today",
    icon: LayoutDashboard,
    also: ["/admin/today", "/admin/analytics", "/admin/services", "/admin/reviews", "/admin/users"],
  },
  { to: "/admin/applications", label: "Applications", icon: FileText },
  { to: "/admin/appointments", label: "Appointments", icon: CalendarDays },
  { to: "/admin/inquiries", label: "Inquiries", icon: Inbox, count: newInquiries, counted: "new" },
  { to: "/admin/people", label: "People", icon: UsersRound },
  { to: "/admin/content", label: "Content", icon: PenLine },
  { to: "/admin/emails", label: "Emails", icon: Mail },
  { to: "/admin/activity", label: "Activity", icon: History },
  { to: "/admin/reports", label: "Reports", icon: ChartColumn },
  { to: "/admin/migration", label: "Migration", icon: DatabaseZap },
  ...(role === "super_admin" ? [{ to: "/admin/privacy", label: "Privacy", icon: ShieldCheck }] : []),
];

export async function loader({ request }: Route.LoaderArgs) {
  const staff = await requireStaff(request);
  const { email, role } = staff;
  const [sampleData, newInquiries, troubles, undo, singleKeys, factor] = await Promise.all([
    hasSamplePeople(),
    countNewInquiries(),
    listOutages(),
    readOpenOffer(staff),
    readSingleKeys(staff),
    readFactorNotice(staff),
  ]);
  return { name: staff.name ?? email, email, role, sampleData, newInquiries, troubles, undo, singleKeys, factor };
}

/** Search and paging change nothing here, and each page's own loader checks the session. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod = "GET", defaultShouldRevalidate } = change;
  const onlySearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return onlySearch && formMethod === "GET" ? false : defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = () => [
  { title: "Staff · Lucaya" },
  { name: "robots", content: "noindex, nofollow" },
];

export const middleware: Route.MiddlewareFunction[] = [redirectToSetUp, openReauthenticationDialog];

/**
 * If the session ended while typing, a submission waits until the admin has signed in again. If that fails, the page is
 * unchanged.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    // Another admin signed in from another tab: don't submit this form as them, reload the page instead.
    if (request.method !== "GET" && !(await untilSignedIn())) throw redirect(`${location.pathname}${location.search}`);
    return keepPageOnFailure(request, next);
  },
];

export default function DeskLayout({ loaderData }: Route.ComponentProps) {
  // The key resets the page for another admin, who must not see what the one before typed.
  return (
    <Desk key={loaderData.email} {...loaderData}>
      <Outlet />
    </Desk>
  );
}

type DeskProps = Route.ComponentProps["loaderData"] & { children: ReactNode };

function Desk({
  name,
  email,
  role,
  sampleData,
  newInquiries,
  troubles,
  undo,
  singleKeys,
  factor,
  children,
}: DeskProps) {
  const { over, goOn } = useSessionWatch(email, role);
  const { open, ask, close } = useReauthentication();
  const remove = (
    <Link
      to="/admin?confirm=sample-people"
      className="inline-flex min-h-6 items-center rounded-xs font-semibold text-sea-ink underline underline-offset-2"
    >
      Remove<span className="max-md:sr-only">&nbsp;sample people</span>
    </Link>
  );
  return (
    <ToastProvider>
      <DeskKeys singleKeys={singleKeys} role={role} sampleData={sampleData} enabled={!over}>
        {/* Invisible instead of removed, so that typed text and scroll position survive. */}
        <div className={over ? "invisible" : undefined}>
          <DeskFrame
            name={name}
            email={email}
            nav={nav(newInquiries, role)}
            sampleData={sampleData}
            sampleAction={role === "super_admin" ? remove : undefined}
            notice={hasFactorNotice(factor) ? <FactorNotice {...factor} /> : null}
          >
            {troubles.map(({ subject, words, since }) => (
              <Banner key={subject} tone="error" title={`${subject} does not work`} className="mb-6">
                <p className="[overflow-wrap:anywhere]">
                  {words}. Since {nassauTime(since)}. Everything else works as usual.
                </p>
              </Banner>
            ))}
            <ReauthenticationContext value={ask}>{children}</ReauthenticationContext>
            <UndoNotice offer={undo} />
          </DeskFrame>
        </div>
      </DeskKeys>
      <LoadingPill />
      <OfflineNotice />
      <FormRecovery who={email} confirm={ask} />
      <ReauthenticationDialog open={open} onClose={close} />
      <SignInAgain open={over} email={email} onDone={goOn} />
    </ToastProvider>
  );
}

/** Inside the desk's layout for staff; anybody else, such as a deactivated account, sees nothing of it. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const why = isRouteErrorResponse(error) && error.status === 403 ? error.data?.reason : undefined;
  if (isRouteErrorResponse(error) && error.status === 403 && why !== "role" && why !== "fresh")
    return <NoAccessPage reason={why === "factor" || why === "password" ? why : "no-admin"} />;
  if (!loaderData && why === "fresh")
    return (
      <main id="main" className="p-6 sm:p-10">
        <ReauthenticationPage />
      </main>
    );
  if (!loaderData) return <FailurePage />;
  return (
    <Desk key={loaderData.email} {...loaderData}>
      {why === "fresh" ? <ReauthenticationPage /> : <DeskErrorBoundary error={error} />}
    </Desk>
  );
}

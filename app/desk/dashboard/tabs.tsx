import { Outlet, useLocation } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { ButtonLink } from "~/ui/button";
import { TabLinks } from "~/ui/lists/tabs";
import type { Route } from "./+types/tabs";

export async function loader({ request }: Route.LoaderArgs) {
  const { email, role } = await requireStaff(request);
  return { email, isSuperAdmin: role === "super_admin" };
}

const tabs = [
  { to: "/admin", label: "Today" },
  { to: "/admin/analytics", label: "Analytics" },
  { to: "/admin/services", label: "Visa Services" },
  { to: "/admin/reviews", label: "Google Reviews" },
];
const superAdminTabs = [...tabs, { to: "/admin/users", label: "Admin Users" }];
const screens = [
  { to: "/admin/inquiries", label: "Inquiries" },
  { to: "/admin/applications", label: "Applications" },
  { to: "/admin/emails", label: "Emails" },
  { to: "/admin/migration", label: "Migration" },
];

export default function DashboardTabs({ loaderData: { email, isSuperAdmin } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div>
          <h1 className="text-3xl">Today</h1>
          <p className="mt-0.5 text-stone">
            Signed in as <strong className="font-semibold break-all text-ink">{email}</strong>
          </p>
        </div>
        <nav
          aria-label="Screens"
          className="flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:[&>a]:px-2.5 max-sm:[&>a]:text-xs"
        >
          {screens.map(({ to, label }) => (
            <ButtonLink key={to} to={to} variant="outline" size="sm">
              {label}
            </ButtonLink>
          ))}
        </nav>
      </header>
      <TabLinks
        label="Dashboard"
        links={(isSuperAdmin ? superAdminTabs : tabs).map((tab) => ({ ...tab, current: pathname === tab.to }))}
        className="mt-4"
      />
      <div className="pt-5">
        <Outlet />
      </div>
    </>
  );
}

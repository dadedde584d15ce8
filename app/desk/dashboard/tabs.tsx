import { Outlet, useLocation } from "react-router";
import { requireStaff } from "~/accounts/staff.server";
import { ButtonLink } from "~/ui/button";
import { DropMenu } from "~/ui/lists/drop-menu";
import { TabLinks } from "~/ui/lists/tabs";
import type { Route } from "./+types/tabs";

export async function loader({ request }: Route.LoaderArgs) {
  const { role } = await requireStaff(request);
  return { isSuperAdmin: role === "super_admin" };
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

export default function DashboardTabs({ loaderData: { isSuperAdmin } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const shown = isSuperAdmin ? superAdminTabs : tabs;
  // A page below a tab, such as one admin, has a title of its own.
  const title = shown.find(({ to }) => to === pathname)?.label;
  return (
    <>
      {title ? (
        <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <h1 className="text-3xl">{title}</h1>
          {pathname === "/admin" ? (
            <DropMenu label="More actions" side="right">
              <nav aria-label="Screens" className="grid gap-1.5 [&_.button]:w-full">
                {screens.map(({ to, label }) => (
                  <ButtonLink key={to} to={to} variant="outline" size="sm">
                    {label}
                  </ButtonLink>
                ))}
              </nav>
            </DropMenu>
          ) : null}
        </header>
      ) : null}
      <TabLinks
        label="Dashboard"
        links={shown.map((tab) => ({ ...tab, current: pathname === tab.to }))}
        className={title ? "mt-3" : ""}
      />
      <div className="pt-5">
        <Outlet />
      </div>
    </>
  );
}

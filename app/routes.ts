import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

// Every URL of the product, each with the file that answers it.
export default [
  layout("site/layout.tsx", [
    index("site/home.tsx"),
    route("services", "catalogue/services.tsx"),
    route("services/bahamian-evisa", "catalogue/evisa-redirect.ts"),
    route("visa/:slug", "catalogue/service.tsx"),
    route("about", "site/about.tsx"),
    route("blog", "content/blog.tsx"),
    route("blog/:slug", "content/post.tsx"),
    route("faqs", "content/faqs.tsx"),
    route("forms", "content/forms.tsx"),
    route("contact", "site/contact.tsx"),
    route("privacy-policy", "site/privacy-policy.tsx"),
    route("bahamas-immigration", "site/bahamas-immigration.tsx"),
    route("bahamian-evisa", "site/bahamian-evisa.tsx"),
    route("apply", "applications/start.tsx"),
    route("apply/start", "applications/start-help.tsx"),
    route("*", "site/not-found.tsx"),
  ]),
  route("services/views", "catalogue/view-event.ts"),
  route("sitemap.xml", "content/sitemap.ts", { id: "sitemap.xml" }),
  route("sitemap", "content/sitemap.ts", { id: "sitemap" }),
  route("robots.txt", "content/robots.ts"),
  route("blog/feed.xml", "content/feed.ts"),
  route("site.webmanifest", "site/manifest.ts"),
  route("social/*", "site/social-image.ts"),
  route(".well-known/security.txt", "content/security-contact.ts"),
  route("contact/send", "inquiries/send.ts"),
  route("contact/upload", "inquiries/upload.ts"),
  route("apply/:id", "applications/application.tsx"),
  route("apply/:id/save", "applications/save.ts"),
  route("apply/:id/upload", "applications/upload.tsx"),
  route("apply/:id/upload/save", "applications/upload-save.ts"),
  route("application/resume", "applications/resume.tsx"),
  route("documents/:id", "documents/serve.ts"),

  route("functions/v1/sync-google-reviews", "reviews/sync-function.ts"),

  route("admin/login", "accounts/login.tsx"),
  route("admin/session", "accounts/session.tsx"),
  route("admin/sign-out", "accounts/sign-out.tsx"),
  route("admin/migration/progress", "applications/migration-progress.ts"),
  layout("accounts/admin-layout.tsx", [
    layout("accounts/dashboard-tabs.tsx", [
      route("admin", "accounts/dashboard.tsx"),
      route("admin/reviews", "reviews/admin.reviews.tsx"),
    ]),
    route("admin/applications", "applications/admin.list.tsx"),
    route("admin/applications/:id", "applications/admin.detail.tsx"),
    route("admin/emails", "mail/admin.log.tsx"),
    route("admin/emails/:id", "mail/admin.mail.tsx"),
    route("admin/migration", "applications/admin.migration.tsx"),
  ]),

  ...(process.env.NODE_ENV === "development" ? [route("dev/ui", "site/dev-ui.tsx")] : []),
] satisfies RouteConfig;

import { type AppServer, admin } from "../app-server";
import { HttpClient } from "../http-client";
import { inside, type Screen } from "../screen";

/**
 * Makes an admin one after the first sign-in: with the password of another admin's choice, and named by the email
 * unless the test has given a name.
 */
export const endFirstSignIn = (app: AppServer, email = admin.email) =>
  app.query(
    `update admin_users set password_is_temporary = false, name = case name when '' then left(email, 80) else name end
     where lower(email) = lower($1) and (name = '' or password_is_temporary)`,
    [email],
  );

/** Signs in a staff member without JavaScript, as after the first sign-in. */
export async function signIn(app: AppServer, who: { email: string; password: string } = admin): Promise<HttpClient> {
  await endFirstSignIn(app, who.email);
  const client = new HttpClient(app);
  const { status } = await client.post("/admin/login", { email: who.email, password: who.password });
  if (status !== 302) throw new Error(`Not signed in: ${status}`);
  return client;
}

/** The number on the card with this label. */
export function cardOf(screen: Screen, label: string): string | undefined {
  const cards = inside(screen.getByRole("main"))
    .queryAllByText(label)
    .map((element) => element.parentElement?.parentElement);
  const parts = cards.flatMap((card) =>
    [...(card?.querySelectorAll("*") ?? [])].map((part) => part.textContent.trim()),
  );
  return parts.find((text) => /^[\d,.]+%?$/.test(text));
}

/** The text of a page: without tags and React's comments, white space collapsed. */
export const plain = (html: string) =>
  html
    .replace(/<script.*?<\/script>|<!--.*?-->|<wbr[ /]*>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");

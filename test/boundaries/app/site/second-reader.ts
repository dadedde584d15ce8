/** A second reader of a form: `npm run check` must see it. */
export const action = async ({ request }: { request: Request }) => Object.fromEntries(await request.formData());

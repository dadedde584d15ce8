/** Where a sign-in comes from, and the kind of its browser (both of `visit`). */
export type SignInContext = { request: Request; address: string; browser: string };

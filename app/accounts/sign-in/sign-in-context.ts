/** IP and kind of browser from `RequestContext`. */
export type SignInContext = { request: Request; address: string; browser: string };

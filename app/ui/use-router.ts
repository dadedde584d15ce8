import { type ContextType, useContext } from "react";
import { UNSAFE_DataRouterContext } from "react-router";

export type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>["router"];

/**
 * The router itself, for the few places that must know its present state: React Router's hooks return what React
 * rendered last, and a later navigation may have begun since. Framework mode (8.4) has no public way to it, so this is
 * the one file that uses an `UNSAFE_` name. Undefined outside a data router.
 */
export const useRouter = (): Router | undefined => useContext(UNSAFE_DataRouterContext)?.router;

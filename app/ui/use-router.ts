import { type ContextType, useContext } from "react";
import { UNSAFE_DataRouterContext } from "react-router";

export type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>["router"];

/**
 * The router itself, for the few places that have to know what it is doing now: the hooks of React Router tell what
 * React has drawn last, and a later navigation may have begun since. There is no public way to it in framework mode
 * (8.4), so this is the one file that uses an `UNSAFE_` name. Undefined outside a data router.
 */
export const useRouter = (): Router | undefined => useContext(UNSAFE_DataRouterContext)?.router;

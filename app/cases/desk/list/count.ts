import type { LoaderFunctionArgs } from "react-router";
import { countLoader } from "~/accounts/views/neighbours.server";
import { applicationList } from "./neighbours.server";

export const loader = (args: LoaderFunctionArgs) => countLoader(applicationList, args);

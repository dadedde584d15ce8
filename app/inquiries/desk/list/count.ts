import type { LoaderFunctionArgs } from "react-router";
import { countLoader } from "~/accounts/views/neighbours.server";
import { inquiryList } from "./neighbours.server";

export const loader = (args: LoaderFunctionArgs) => countLoader(inquiryList, args);

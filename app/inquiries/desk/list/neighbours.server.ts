import type { Staff } from "~/accounts/staff.server";
import { type ListQuery, readNeighbours } from "~/accounts/views/neighbours.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { orderOf } from "../list.server";
import { countMatching, type InquiryFilters, matching, readInquiryFilters, searchParamsOf } from "./filters.server";

export const inquiryList: ListQuery<InquiryFilters> = {
  name: "inquiries",
  table: visaInquiries,
  read: readInquiryFilters,
  where: matching,
  // By creation time, which never changes.
  orderOf: ({ sort }) => ({ ...orderOf(sort), outlivesRows: false }),
  count: countMatching,
  addressOf: searchParamsOf,
};

export const neighboursOf = (staff: Staff, id: string, search: URLSearchParams) =>
  readNeighbours(inquiryList, staff, id, search);

import { daysAfter, nassauDay } from "../../app/core/time";

/** The date in so many days, by Nassau's calendar. */
export const inDays = (days: number): string => daysAfter(nassauDay(), days);

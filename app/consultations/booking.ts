/** Where a time is chosen. */
export const bookingPage = "/consultation";

/** The raw input of the booking form. `time`: an instant in ISO form, as the page offers it. */
export type BookingValues = {
  time: string;
  name: string;
  email: string;
  way: string;
  phone: string;
  topic: string;
  about: string;
  privacyConsent: boolean;
  /** The visitor's time zone. */
  zone: string;
};
export type BookingName = keyof BookingValues;

/** In the order of the form. `offered`: the phone number completed with a country code. */
export type BookingProblem = { name: BookingName; message: string; offered?: string };

export const aboutLimit = 150;

export const emptyBooking: BookingValues = {
  ...{ time: "", name: "", email: "", way: "", phone: "", topic: "", about: "", privacyConsent: false, zone: "" },
};

/** Reads a form without validation. */
export function readBookingForm(form: FormData): BookingValues {
  const text = (name: BookingName) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    ...{ time: text("time"), name: text("name"), email: text("email"), way: text("way"), phone: text("phone") },
    ...{ topic: text("topic"), about: text("about"), zone: text("zone") },
    privacyConsent: text("privacyConsent") === "yes",
  };
}

/** A free time as the page shows it. */
export type OfferedTime = { at: string; day: string; time: string };

/** Days with free times, in Nassau. */
export type OfferedDay = { day: string; times: OfferedTime[] };

export function byDay(times: readonly OfferedTime[]): OfferedDay[] {
  const days = new Map<string, OfferedTime[]>();
  for (const time of times) days.set(time.day, [...(days.get(time.day) ?? []), time]);
  return [...days].map(([day, ofDay]) => ({ day, times: ofDay }));
}

export const timeGone = "That time is not free any more. Please choose another.";

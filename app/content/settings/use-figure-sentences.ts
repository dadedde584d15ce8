import { useOutletContext } from "react-router";
import type { FigureSentences } from "~/content/texts/figures";

/** The promises among the figures of home, for components inside the public layout. */
export const useFigureSentences = (): FigureSentences => useOutletContext<{ said: FigureSentences }>().said;

/** Where `Book a consultation` leads, for components inside the public layout. */
export const useBookingPath = (): string => useOutletContext<{ bookingPath: string }>().bookingPath;

/** The path of the terms, for components inside the public layout. */
export const useTermsPath = (): string => useOutletContext<{ termsPath: string }>().termsPath;

import { useOutletContext } from "react-router";
import type { FigureSentences } from "~/content/texts/figures";

/** What the figures of home promise, in sentences, for what stands inside the layout of public pages. */
export const useFigureSentences = (): FigureSentences => useOutletContext<{ said: FigureSentences }>().said;

/** Where the terms stand, for the same. */
export const useTermsPath = (): string => useOutletContext<{ termsPath: string }>().termsPath;

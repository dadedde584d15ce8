import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { screenOf } from "../../test/harness/screen";
import { TrustIndex } from "./trust-index";

test("[S-LOOK-15] above reviews by sample people the invitation says that they are samples, and not that there are none", () => {
  const figures = { average: "5.0", total: 0, distribution: [] };
  const words = (hasSamples: boolean) =>
    screenOf(renderToStaticMarkup(<TrustIndex figures={figures} hasSamples={hasSamples} />))
      .getByRole("region", { name: "Trust index" })
      .querySelector("p")?.textContent;
  expect(words(true)).toBe("The reviews below are samples. Have we worked for you? Please review us on Google.");
  expect(words(false)).toBe("Have we worked for you? Be the first to review us on Google.");
});

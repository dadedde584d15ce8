import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { standInForTexts } from "~/ui/foreign/stand-ins";
import { holdTyped } from "~/ui/foreign/typed";

const readInputs = holdTyped();

window.undoForeign?.();
standInForTexts();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    {
      // Somebody changed the page where nothing took it back, and React drew it again.
      onRecoverableError(error) {
        console.warn(error);
        const inputs = readInputs();
        if (inputs) import("~/ui/foreign/give-back").then(({ giveBack }) => giveBack(inputs));
      },
    },
  );
});

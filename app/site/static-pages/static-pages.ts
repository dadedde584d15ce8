// The one script of the pages that are read, and of the site's frame around the forms (L-STILL-1). Every piece finds
// what it moves by a `data-` attribute, as it is pressed: on pages with React the frame may come and go. Without it a
// page works by its HTML alone (L-STILL-7).
import { showCopyButtons } from "./copy";
import { startCounters } from "./counters";
import { openDialogs } from "./dialogs";
import { startFilm } from "./film";
import { pickLanguage } from "./language";
import { runMenus } from "./menus";
import { refreshMyApplicationLink } from "./my-application";
import { openNamedAnswer } from "./named-answer";
import { markPart } from "./parts";
import { showPriceBar } from "./price-bar";
import { syncReviews } from "./reviews";
import { followScroll } from "./scroll";
import { searchAsTyped } from "./search";
import { sendView } from "./views";

runMenus();
followScroll();
pickLanguage();
openNamedAnswer();
openDialogs();
searchAsTyped();
syncReviews();
showCopyButtons();
showPriceBar();
markPart();

/** A page that is rendered before it is asked for counts, moves and fetches nothing until it is seen (L-NAV-3, -4). */
function whenSeen(start: () => void) {
  if ("prerendering" in document && document.prerendering)
    document.addEventListener("prerenderingchange", start, { once: true });
  else start();
}
whenSeen(() => {
  startCounters();
  startFilm();
  sendView();
  refreshMyApplicationLink();
});

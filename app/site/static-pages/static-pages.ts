// The only script of static pages, and of the site's layout around React forms. Every feature finds its elements by a
// `data-` attribute at the time of the event, because React may re-create the layout. Without it pages work by HTML
// alone.
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
import { searchWhileTyping } from "./search";
import { sendView } from "./views";

runMenus();
followScroll();
pickLanguage();
openNamedAnswer();
openDialogs();
searchWhileTyping();
syncReviews();
showCopyButtons();
showPriceBar();
markPart();

/** A prerendered page counts, animates and fetches nothing until it is shown. */
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

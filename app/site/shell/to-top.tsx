import { ArrowUp } from "lucide-react";
import { useEffect, useState } from "react";
import { classNames } from "~/ui/class-names";

/** Back to the top of a long page, once two windows of it have passed. A link, so that it works by itself as well. */
export function ToTop() {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > window.innerHeight * 2);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return (
    <a
      href="#top"
      className={classNames(
        "no-print fixed right-4 bottom-4 z-20 grid size-12 place-items-center rounded-full border border-line bg-white text-navy shadow-md transition-[opacity,visibility,translate] duration-200 hover:bg-foam sm:right-6 sm:bottom-6",
        !far && "invisible translate-y-2 opacity-0",
      )}
    >
      <ArrowUp aria-hidden className="size-5" />
      <span className="sr-only">Back to the top</span>
    </a>
  );
}

import drawings from "~/ui/brand/apart/home.svg";
import { Initials, Rosette } from "~/ui/brand/guilloche";
import { Eyebrow } from "~/ui/heading";
import { TextLink } from "~/ui/link";

type HomeAboutProps = { founder: { name: string; role: string } | null };

/** The company in short, a quote from its founder, and a link to the About page. */
export function HomeAbout({ founder }: HomeAboutProps) {
  return (
    <section aria-labelledby="about-us" className="relative isolate overflow-hidden bg-sand py-16 sm:py-24">
      <Rosette
        seed="two-chairs"
        from={drawings}
        turning
        className="absolute top-1/2 -left-64 -z-10 size-[34rem] -translate-y-1/2 text-gold-deep/30 max-lg:hidden"
      />
      <div className="page grid gap-12 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-20">
        <div>
          <Eyebrow className="mb-2">About us</Eyebrow>
          <h2 id="about-us" className="text-4xl">
            The people who read your file
          </h2>
          <p className="mt-5 text-lg text-stone">
            Seven people in Nassau, one consultant to a case, from the first message to the decision.
          </p>
          <TextLink to="/about" look="standalone" arrow className="mt-6">
            Meet the people
          </TextLink>
        </div>
        <figure className="self-center rounded-2xl bg-white p-7 shadow-sm sm:p-10">
          <blockquote className="font-display text-2xl leading-snug text-navy italic">
            “A visa is a short conversation with a stranger who has very little time. Our work is to make sure that your
            side of it is true, complete and easy to follow.”
          </blockquote>
          {founder ? (
            <figcaption className="mt-7 flex items-center gap-4 border-t border-line pt-6">
              <Initials name={founder.name} className="size-14" />
              <span>
                <span className="block font-semibold text-ink">{founder.name}</span>
                <span className="block text-sm text-stone">{founder.role}</span>
              </span>
            </figcaption>
          ) : null}
        </figure>
      </div>
    </section>
  );
}

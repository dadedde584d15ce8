import { classNames } from "~/ui/class-names";

const star = "m12 1.8 3 6.7 7.3.8-5.4 5 1.5 7.2-6.4-3.6-6.4 3.6 1.5-7.2-5.4-5 7.3-.8z";

export function Stars({ rating, className }: { rating: number; className?: string | undefined }) {
  const filled = Math.round(rating);
  return (
    <svg
      role="img"
      aria-label={`${rating} out of 5 stars`}
      viewBox="0 0 128 24"
      strokeWidth="1.4"
      strokeLinejoin="round"
      className={classNames("h-4.5 shrink-0", className)}
    >
      {[0, 1, 2, 3, 4].map((index) => (
        <path
          key={index}
          d={star}
          transform={`translate(${index * 26})`}
          className={index < filled ? "fill-gold stroke-gold-deep" : "fill-none stroke-edge/60"}
        />
      ))}
    </svg>
  );
}

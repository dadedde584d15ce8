import { Link } from "react-router";
import { Banner } from "~/ui/notices/banner";

/** How many cases wait longer for an answer than was promised, leading to exactly these (C-MSG-8). */
export function OverdueAnswers({ cases }: { cases: number }) {
  if (cases === 0) return null;
  return (
    <Banner tone="warning" className="mb-4">
      <Link
        to="/admin/applications?answer=overdue"
        className="inline-flex min-h-6 items-center rounded-xs font-semibold underline underline-offset-4"
      >
        {cases === 1 ? "1 case has" : `${cases.toLocaleString("en-US")} cases have`} an overdue reply
      </Link>
    </Banner>
  );
}

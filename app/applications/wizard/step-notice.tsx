import { useNavigate, useRevalidator } from "react-router";
import { ButtonLink } from "~/ui/button";
import { NoticeModal } from "~/ui/notices/notice-modal";
import type { WizardData } from "./data.server";
import type { Notice } from "./ended";
import { submitted } from "./notices";
import { SubmittedWords } from "./review/submitted-words";

type StepNoticeProps = { data: WizardData; notice: Notice | undefined; onClose: () => void };

/** The dialog with the outcome of a button of the step; closing it may lead to another page. */
export function StepNotice({ data, notice, onClose }: StepNoticeProps) {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  return (
    <NoticeModal
      key={notice?.title}
      open={notice !== undefined}
      type={notice?.type ?? "info"}
      title={notice?.title ?? ""}
      message={notice === submitted ? <SubmittedWords data={data} /> : (notice?.message ?? "")}
      action={notice === submitted ? <ButtonLink to={`/apply/${data.id}`}>Go to your application</ButtonLink> : null}
      okLabel={notice === submitted ? "Go to the home page" : undefined}
      onClose={() => {
        onClose();
        if (notice?.closingLeads === "home") window.location.assign("/");
        if (notice?.closingLeads === "email") navigate(`/apply/${data.id}/email`);
        if (notice?.closingLeads === "reload") void revalidator.revalidate();
      }}
    />
  );
}

import { useNavigate, useRevalidator } from "react-router";
import { NoticeModal } from "~/ui/notices/notice-modal";
import type { Notice } from "./notices";

type StepNoticeProps = { application: string; notice: Notice | undefined; onClose: () => void };

/** The dialog that says what became of a button of the step; closing it may lead on. */
export function StepNotice({ application, notice, onClose }: StepNoticeProps) {
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  return (
    <NoticeModal
      key={notice?.title}
      open={notice !== undefined}
      type={notice?.type ?? "info"}
      title={notice?.title ?? ""}
      message={notice?.message ?? ""}
      onClose={() => {
        onClose();
        if (notice?.closingLeads === "home") navigate("/");
        if (notice?.closingLeads === "email") navigate(`/apply/${application}/email`);
        if (notice?.closingLeads === "reload") void revalidator.revalidate();
      }}
    />
  );
}

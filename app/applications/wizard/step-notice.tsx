import { useNavigate, useRevalidator } from "react-router";
import { NoticeModal } from "~/ui/notices/notice-modal";
import type { Notice } from "./notices";

type StepNoticeProps = { application: string; notice: Notice | undefined; onClose: () => void };

/** The dialog with the outcome of a button of the step; closing it may lead to another page. */
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

import { useState } from "react";
import { DevSection } from "~/site/dev-ui/section";
import { Stamp } from "~/ui/brand/stamp";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Input } from "~/ui/forms/input";
import { Badge, type BadgeTone, badgeTones } from "~/ui/lists/badge";
import { StatusBadge, statusLooks } from "~/ui/lists/status-badge";
import { AlertDialog } from "~/ui/notices/alert-dialog";
import { Banner } from "~/ui/notices/banner";
import { Dialog } from "~/ui/notices/dialog";
import { NoticeModal } from "~/ui/notices/notice-modal";
import { ToastFace, useToast } from "~/ui/notices/toast";
import type { NoticeTone } from "~/ui/notices/tone";

const tones: NoticeTone[] = ["info", "success", "warning", "error"];

export function DevFeedback() {
  return (
    <>
      <DevSection id="notices" title="Notices">
        <div className="grid max-w-3xl gap-4">
          {tones.map((tone) => (
            <Banner key={tone} tone={tone} title={`A notice: ${tone}`}>
              One sentence that says what it means, and what can be done.
            </Banner>
          ))}
          <Banner
            action={
              <Button size="sm" variant="outline">
                Send again
              </Button>
            }
          >
            Without a title, and with something to do.
          </Banner>
        </div>
      </DevSection>
      <Dialogs />
      <DevSection id="statuses" title="Badges and stamps">
        <div className="flex flex-wrap gap-2.5">
          {Object.keys(statusLooks).map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
          <StatusBadge status="sent_to_moon" />
        </div>
        <div className="mt-4 flex flex-wrap gap-2.5">
          {(Object.keys(badgeTones) as BadgeTone[]).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
        <div className="mt-8 flex flex-wrap gap-8">
          <Stamp status="approved" date="21 Nov 2026" />
          <Stamp status="additional_info_required" date="19 Nov 2026" />
          <Stamp status="denied" />
        </div>
      </DevSection>
    </>
  );
}

function Dialogs() {
  const [notice, setNotice] = useState<NoticeTone>();
  const [form, setForm] = useState(false);
  const [sure, setSure] = useState(false);
  const toasts = useToast();
  return (
    <DevSection id="dialogs" title="Dialogs and toasts">
      <div className="flex flex-wrap gap-3">
        {tones.map((tone) => (
          <Button key={tone} variant="outline" onClick={() => setNotice(tone)}>
            Modal: {tone}
          </Button>
        ))}
        <Button onClick={() => setForm(true)}>Dialog with a form</Button>
        <Button variant="danger" onClick={() => setSure(true)}>
          Delete…
        </Button>
        {tones.map((tone) => (
          <Button
            key={tone}
            variant="quiet"
            onClick={() => toasts.show({ tone, title: `A toast: ${tone}`, message: "It says one thing." })}
          >
            Toast: {tone}
          </Button>
        ))}
      </div>
      <div className="mt-6 grid max-w-md gap-3">
        {tones.slice(0, 3).map((tone) => (
          <ToastFace
            key={tone}
            tone={tone}
            title={`How a toast looks: ${tone}`}
            message="It says one thing."
            onClose={() => undefined}
          />
        ))}
      </div>
      <NoticeModal
        open={notice !== undefined}
        type={notice ?? "info"}
        title="Application Submitted"
        message="We have it. A mail with your number is on its way."
        onClose={() => setNotice(undefined)}
      />
      <Dialog
        open={form}
        onClose={() => setForm(false)}
        title="Edit the price"
        description="The total is worked out while you type."
        footer={
          <>
            <Button variant="outline" onClick={() => setForm(false)}>
              Cancel
            </Button>
            <Button onClick={() => setForm(false)}>Save</Button>
          </>
        }
      >
        <Field id="fee" label="Service fee">
          <Input name="fee" before="$" defaultValue="299.00" />
        </Field>
      </Dialog>
      <AlertDialog
        open={sure}
        danger
        title="Delete this question?"
        description="It disappears from the public page immediately. You can’t undo this."
        confirmLabel="Delete"
        onConfirm={() => setSure(false)}
        onCancel={() => setSure(false)}
      />
    </DevSection>
  );
}

import type { holdersMessages } from "./holders-messages.server";
import { MessageForm } from "./message-form";
import { Thread } from "./thread";

type SectionProps = { id: string; messages: Awaited<ReturnType<typeof holdersMessages>> };

/** The messages on the page of a case. */
export function Messages({ id, messages: { thread, form } }: SectionProps) {
  const path = `/apply/${id}/messages`;
  return (
    <section id="messages" aria-labelledby="messages-title" className="scroll-mt-6">
      <h2 id="messages-title" className="text-2xl print:text-[14pt]">
        Messages
      </h2>
      <p className="no-print mt-2 text-stone">Write to us about this application. We’ll answer here and by email.</p>
      <MessageForm action={path} form={form} side="applicant" />
      <Thread thread={thread} viewer="applicant" path={path} newest={3} />
    </section>
  );
}

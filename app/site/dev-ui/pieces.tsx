import { ArrowRight, Check, FileText, Users } from "lucide-react";
import { DevSection } from "~/site/dev-ui/section";
import { Accordion } from "~/ui/accordion";
import { Flag } from "~/ui/brand/flag";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { Pagination } from "~/ui/lists/pagination";
import { StatCard } from "~/ui/lists/stat-card";
import { StatusBadge } from "~/ui/lists/status-badge";
import { Table, TableMessage, Td, Th, Tr } from "~/ui/lists/table";
import { TabLinks, Tabs } from "~/ui/lists/tabs";
import { EmptyState } from "~/ui/notices/empty-state";
import { Progress } from "~/ui/progress";
import { TicketCard } from "~/ui/ticket-card";

const services = [
  { code: "BS", country: "Bahamas", title: "Bahamian e-Visa", price: "$299", days: "5–7 days" },
  { code: "US", country: "United States", title: "Travel Visa (B1/B2)", price: "$385", days: "7–14 days" },
  { code: "CA", country: "Canada", title: "Visitor Visa (TRV)", price: "$310", days: "10–14 days" },
];
const rows = [
  { number: "BV26-K7QM-4TXP", email: "amara.rolle@mail.example", status: "submitted", done: 100, date: "Nov 20" },
  { number: "BV26-9HRC-P2WD", email: "j.okafor@mail.example", status: "under_review", done: 100, date: "Nov 19" },
  { number: "BV26-HQ0Z-5LPS", email: "lin.wei@mail.example", status: "draft", done: 38, date: "—" },
];

export function DevPieces() {
  return (
    <>
      <DevSection id="cards" title="Cards">
        <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {services.map((service) => (
            <TicketCard
              key={service.code}
              stub={
                <div className="flex items-center gap-7">
                  <Figure value={service.price} label="total, USD" />
                  <Figure value={service.days} label="processing" />
                  <span className="ml-auto grid size-11 place-items-center rounded-full bg-navy text-white">
                    <ArrowRight aria-hidden className="size-4.5" />
                  </span>
                </div>
              }
            >
              <p className="flex items-center gap-2.5 text-sm font-semibold text-sea-ink">
                <Flag code={service.code} className="w-7" /> {service.country}
              </p>
              <h3 className="mt-3 text-2xl">{service.title}</h3>
              <p className="mt-1.5 text-base text-stone">A single-entry visa for visits of up to ninety days.</p>
              <ul className="mt-4 grid gap-2 text-sm">
                {["Passport valid 6 months", "Return ticket", "Proof of funds"].map((text) => (
                  <li key={text} className="flex items-center gap-2.5">
                    <Check aria-hidden className="size-4 text-sea-ink" /> {text}
                  </li>
                ))}
              </ul>
            </TicketCard>
          ))}
        </div>
        <div className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {(["white", "sand", "foam", "navy"] as const).map((ground) => (
            <Card key={ground} ground={ground}>
              <h3 className="text-xl">A card on {ground}</h3>
              <p className="mt-2 text-sm">With words, and a way on.</p>
              <TextLink to="/dev/ui" look="standalone" arrow className="mt-2">
                Read more
              </TextLink>
            </Card>
          ))}
        </div>
      </DevSection>
      <DevSection id="tables" title="Tables">
        <div className="rounded-2xl bg-mist p-4 sm:p-6">
          <div className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-4">
            <StatCard label="Total" value="1,284" icon={<FileText aria-hidden />} />
            <StatCard label="Draft" value="212" to="/dev/ui" />
            <StatCard label="Submitted" value="64" to="/dev/ui" current />
            <StatCard label="Approved" value="893" detail="69.5% of all" icon={<Users aria-hidden />} />
          </div>
          <Table label="Applications">
            <thead>
              <tr>
                <Th sort="descending" sortTo="/dev/ui">
                  Application
                </Th>
                <Th sort="none" sortTo="/dev/ui">
                  Applicant
                </Th>
                <Th>Status</Th>
                <Th>Progress</Th>
                <Th align="right">Submitted</Th>
                <Th>
                  <span className="sr-only">Actions</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <Tr key={row.number} selected={index === 1}>
                  <Td label="Application" className="font-mono">
                    {row.number}
                  </Td>
                  <Td label="Applicant">{row.email}</Td>
                  <Td label="Status">
                    <StatusBadge status={row.status} />
                  </Td>
                  <Td label="Progress">
                    <div className="w-28">
                      <Progress size="sm" value={row.done} label={`Progress of ${row.number}`} />
                      <span className="text-xs text-stone">{row.done}% · step 3 of 8</span>
                    </div>
                  </Td>
                  <Td label="Submitted" align="right">
                    {row.date}
                  </Td>
                  <Td>
                    <TextLink to="/dev/ui" look="standalone">
                      View
                    </TextLink>
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          <Pagination label="Applications" next="/dev/ui?page=2" className="mt-4">
            1–50 of 1,284
          </Pagination>
          <Table label="Prices" narrow="scroll" className="min-w-[46rem]" frameClassName="mt-6">
            <thead>
              <tr>
                {["Tier", "Government fee", "Service fee", "Total", "Days", "State"].map((head) => (
                  <Th key={head}>{head}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              <TableMessage columns={6}>No tiers yet.</TableMessage>
            </tbody>
          </Table>
        </div>
      </DevSection>
      <DevSection id="navigation" title="Tabs, accordion, pages">
        <Breadcrumbs trail={[{ label: "Visa Services", to: "/services" }, { label: "Bahamian e-Visa" }]} />
        <Tabs
          className="mt-6"
          label="Service"
          tabs={["Basic Info", "Pricing", "Requirements", "Content", "Advanced"].map((label) => ({
            id: label.toLowerCase().replace(" ", "-"),
            label,
            content: <p>What belongs to {label}.</p>,
          }))}
        />
        <TabLinks
          className="mt-8"
          label="Lists"
          links={[
            { to: "/dev/ui", label: "All", current: true },
            { to: "/dev/ui?a=1", label: "Featured", current: false },
          ]}
        />
        <Accordion
          className="mt-10 max-w-3xl"
          name="dev-faq"
          level={3}
          open="q1"
          items={[
            { id: "q1", title: "How long does it take?", content: "Between 7 and 14 days on average." },
            { id: "q2", title: "Do I have to come to Nassau?", content: "No. Everything is done online." },
          ]}
        />
      </DevSection>
      <DevSection id="waiting" title="Waiting and empty">
        <div className="grid gap-6 sm:grid-cols-2">
          <div className="grid content-start gap-5">
            <Progress value={2} max={8} label="Application" text="Step 2 of 8" />
            <Progress value={60} label="Four stars" tone="gold" size="sm" />
          </div>
          <Card>
            <EmptyState
              level={3}
              title="Nothing here yet"
              action={<ButtonLink to="/services">See all services</ButtonLink>}
            >
              No visa fits these filters. Take one away, or ask us.
            </EmptyState>
          </Card>
        </div>
      </DevSection>
    </>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <p>
      <span className="block font-display text-xl font-semibold leading-tight text-navy">{value}</span>
      <span className="text-xs text-stone">{label}</span>
    </p>
  );
}

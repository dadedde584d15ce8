import { Button, Column, Heading, Link, Row, Section, Text } from "@react-email/components";
import { Fragment } from "react";
import { type Block, type Fact, privateLinkMark } from "~/mail/letter";
import { statusLook } from "~/ui/lists/status-badge";
import { colour, mono, sans, serif, small, text } from "./frame-style";

export function BlockView({ block }: { block: Block }) {
  switch (block.is) {
    case "text":
      return (
        <Text className="m-ink" style={text}>
          <Lines text={block.text} />
        </Text>
      );
    case "note":
      return (
        <Text className="m-soft" style={{ ...small, fontSize: "14px", lineHeight: "22px" }}>
          <Lines text={block.text} />
        </Text>
      );
    case "facts":
      return <Facts rows={block.rows} />;
    case "status":
      return <Status status={block.status} />;
    case "message":
      return <Message title={block.title} text={block.text} />;
    case "steps":
      return <Steps title={block.title} items={block.items} />;
    case "button":
      return <Action label={block.label} href={block.href} />;
    case "link":
      return <QuietLink label={block.label} href={block.href} />;
  }
}

function Facts({ rows }: { rows: Fact[] }) {
  return (
    <Section
      className="m-box"
      style={{
        margin: "4px 0 28px",
        backgroundColor: colour.sand,
        border: `1px solid ${colour.duneEdge}`,
        borderTop: `2px dashed ${colour.duneEdge}`,
        borderRadius: "4px 4px 10px 10px",
        borderCollapse: "separate",
      }}
    >
      {rows.map(({ label, value, record }, index) => {
        const line = index < rows.length - 1 ? `1px solid ${colour.dune}` : "0";
        const cell = { verticalAlign: "baseline", borderBottom: line };
        return (
          <Row key={label}>
            <Column
              className="m-stack m-stack-label m-line"
              style={{ ...cell, width: "42%", padding: "13px 12px 13px 20px" }}
            >
              <Text className="m-soft" style={{ ...small, fontSize: "14px" }}>
                {label}
              </Text>
            </Column>
            <Column className="m-stack m-value m-line" style={{ ...cell, padding: "13px 20px 13px 0" }}>
              <Text
                className="m-ink"
                style={{
                  ...text,
                  margin: 0,
                  fontFamily: record ? mono : sans,
                  fontWeight: 600,
                  letterSpacing: record ? "0.3px" : "0",
                  lineHeight: "22px",
                  wordBreak: "break-word",
                }}
              >
                {value}
              </Text>
            </Column>
          </Row>
        );
      })}
    </Section>
  );
}

/** The colors of the site's badge, larger; light in dark mode too. */
function Status({ status }: { status: string }) {
  const { label, ink, ground } = statusLook(status);
  return (
    <Section style={{ margin: "0 0 26px" }}>
      <Row>
        <Column>
          <span
            style={{
              display: "inline-block",
              backgroundColor: ground,
              border: `1px solid ${ink}`,
              borderRadius: "6px",
              color: ink,
              fontFamily: sans,
              fontSize: "17px",
              fontWeight: 700,
              lineHeight: "24px",
              padding: "8px 16px",
            }}
          >
            {label}
          </span>
        </Column>
      </Row>
    </Section>
  );
}

function Message({ title, text: label }: { title: string; text: string }) {
  return (
    <Section style={{ margin: "0 0 28px" }}>
      <Row>
        <Column style={{ borderLeft: `3px solid ${colour.sea}`, padding: "2px 0 2px 18px" }}>
          <Text className="m-soft" style={{ ...small, marginBottom: "4px", fontWeight: 600 }}>
            {title}
          </Text>
          <Text className="m-ink" style={{ ...text, margin: 0, wordBreak: "break-word" }}>
            <Lines text={label} />
          </Text>
        </Column>
      </Row>
    </Section>
  );
}

function Steps({ title, items }: { title: string; items: string[] }) {
  return (
    <>
      <Heading
        as="h2"
        className="m-head"
        style={{ margin: "0 0 10px", color: colour.navy, fontFamily: serif, fontSize: "20px", lineHeight: "26px" }}
      >
        {title}
      </Heading>
      <Section style={{ margin: "0 0 26px" }}>
        {items.map((item, index) => (
          <Row key={item}>
            <Column
              className="m-number"
              style={{
                width: "30px",
                color: colour.goldInk,
                fontFamily: serif,
                fontSize: "19px",
                lineHeight: "26px",
                padding: "6px 0",
                verticalAlign: "top",
              }}
            >
              {index + 1}
            </Column>
            <Column className="m-line" style={{ padding: "6px 0", verticalAlign: "top" }}>
              <Text className="m-ink" style={{ ...text, margin: 0 }}>
                {item}
              </Text>
            </Column>
          </Row>
        ))}
      </Section>
    </>
  );
}

/** In a preview the button has no target and says so. */
function Action({ label, href }: { label: string; href: string }) {
  const hidden = href === privateLinkMark;
  return (
    <Section style={{ margin: "0 0 22px" }}>
      <Button
        {...(hidden ? {} : { href })}
        className="m-button m-wide"
        style={{
          backgroundColor: colour.navy,
          borderRadius: "8px",
          color: "#ffffff",
          fontFamily: sans,
          fontSize: "16px",
          fontWeight: 600,
          padding: "15px 28px",
          textDecoration: "none",
        }}
      >
        {label}
      </Button>
      {hidden ? (
        <Text className="m-soft" style={{ ...small, marginTop: "10px", fontFamily: mono }}>
          {privateLinkMark}
        </Text>
      ) : null}
    </Section>
  );
}

function QuietLink({ label, href }: { label: string; href: string }) {
  if (href === privateLinkMark)
    return (
      <Text className="m-soft" style={small}>
        {label}: {privateLinkMark}
      </Text>
    );
  return (
    <Text className="m-soft" style={small}>
      <Link href={href} className="m-soft" style={{ color: "inherit", textDecoration: "underline" }}>
        {label}
      </Link>
    </Text>
  );
}

function Lines({ text }: { text: string }) {
  return text.split(/\r?\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a mail is rendered once and never again
    <Fragment key={index}>
      {index > 0 ? <br /> : null}
      {line}
    </Fragment>
  ));
}

import { Column, Container, Head, Heading, Html, Link, Preview, Row, Section, Text } from "@react-email/components";
import { telephoneLink } from "~/core/phones/phone-link";
import { type Letter, machineLines, nameParts, type Sender } from "~/mail/letter";
import { BlockView } from "./blocks";
import { colour, eyebrow, guilloche, heading, mono, rosette, sans, serif, sheet, small, text } from "./frame-style";

export function Frame({ letter, sender }: { letter: Letter; sender: Sender }) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{letter.heading}</title>
        <style>{sheet}</style>
      </Head>
      <body className="m-body" style={{ margin: 0, backgroundColor: colour.sand }}>
        <Preview>{letter.preview}</Preview>
        {/* Repeated for programs that drop the body's color. */}
        <Section className="m-body" style={{ backgroundColor: colour.sand, padding: "28px 10px" }}>
          <Container style={{ width: "100%", maxWidth: "600px", margin: "0 auto" }}>
            {letter.replyLine ? (
              <Text className="m-soft" style={{ ...small, margin: "0 0 16px", textAlign: "center" }}>
                {letter.replyLine}
              </Text>
            ) : null}
            <Section
              className="m-card"
              style={{
                backgroundColor: "#ffffff",
                border: `1px solid ${colour.duneEdge}`,
                borderRadius: "14px",
                borderCollapse: "separate",
                overflow: "hidden",
              }}
            >
              <Band sender={sender} />
              <Section className="m-pad" style={{ padding: "36px 44px 40px" }}>
                <Text className="m-eyebrow" style={eyebrow}>
                  {letter.kind}
                </Text>
                <Heading as="h1" className="m-head m-title" style={heading}>
                  {letter.heading}
                </Heading>
                {letter.greeting ? (
                  <Text className="m-ink" style={{ ...text, margin: "0 0 12px" }}>
                    {letter.greeting}
                  </Text>
                ) : null}
                {letter.blocks.map((block, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a mail is rendered once and never again
                  <BlockView key={index} block={block} />
                ))}
              </Section>
            </Section>
            <Foot letter={letter} sender={sender} />
          </Container>
        </Section>
      </body>
    </Html>
  );
}

/** The sender's name, and hairlines under it: gold, navy, shallows. */
function Band({ sender }: { sender: Sender }) {
  const { first, rest } = nameParts(sender.name);
  const hairline = (height: number, backgroundColor: string) => (
    <Row>
      <Column style={{ height: `${height}px`, backgroundColor, fontSize: "1px", lineHeight: `${height}px` }}>
        &nbsp;
      </Column>
    </Row>
  );
  return (
    <>
      <Section style={guilloche}>
        <Row>
          <Column className="m-mark" style={{ width: "50px", padding: "26px 0 24px 44px", verticalAlign: "middle" }}>
            <div style={rosette}>&nbsp;</div>
          </Column>
          <Column style={{ padding: "24px 24px 22px 14px", verticalAlign: "middle" }}>
            <Text style={{ margin: 0, color: "#ffffff", fontFamily: serif, fontSize: "25px", lineHeight: "30px" }}>
              {first}
            </Text>
            {rest ? (
              <Text
                style={{
                  margin: "2px 0 0",
                  color: colour.shallows,
                  fontFamily: sans,
                  fontSize: "11px",
                  fontWeight: 600,
                  letterSpacing: "2px",
                  lineHeight: "16px",
                  textTransform: "uppercase",
                }}
              >
                {rest}
              </Text>
            ) : null}
          </Column>
        </Row>
      </Section>
      {hairline(2, colour.gold)}
      {hairline(2, colour.navy)}
      {hairline(1, colour.shallows)}
    </>
  );
}

function Foot({ letter, sender }: { letter: Letter; sender: Sender }) {
  const [first, second] = machineLines(sender, letter.record);
  const link = { color: colour.seaInk, textDecoration: "underline" };
  return (
    <Section className="m-pad" style={{ padding: "26px 44px 8px" }}>
      <Text className="m-soft" style={small}>
        <strong className="m-ink" style={{ color: colour.ink }}>
          {sender.name}
        </strong>
        {sender.address.length > 0 ? (
          <>
            <br />
            {sender.address.join(", ")}
          </>
        ) : null}
        <br />
        {sender.phone ? (
          <>
            <Link className="m-link" href={telephoneLink(sender.phone)} style={link}>
              {sender.phone}
            </Link>
            {"  ·  "}
          </>
        ) : null}
        <Link className="m-link" href={`mailto:${sender.email}`} style={link}>
          {sender.email}
        </Link>
      </Text>
      <Text className="m-soft" style={{ ...small, margin: "14px 0 18px", fontSize: "12px", lineHeight: "18px" }}>
        {letter.reason}
      </Text>
      <Text
        aria-hidden
        className="m-soft m-line m-machine"
        style={{
          margin: 0,
          borderTop: `1px solid ${colour.duneEdge}`,
          paddingTop: "14px",
          color: colour.stone,
          fontFamily: mono,
          fontSize: "11px",
          letterSpacing: "3px",
          lineHeight: "18px",
          overflow: "hidden",
          whiteSpace: "nowrap",
        }}
      >
        {first}
        <br />
        {second}
      </Text>
    </Section>
  );
}

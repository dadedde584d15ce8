/** Prices and times are facts in braces (`content/facts/texts.ts`); `threshold` is the name of one in the settings. */
export const immigrationText = {
  hero: {
    eyebrow: "Live and work in the Bahamas",
    title: "Bahamas immigration, one step at a time",
    lead: "Work permits, residence, study and family. We tell you which permit fits, what it asks of you, and how long it takes, and we prepare the file with you.",
  },
  tiles: [
    {
      title: "Work permits",
      text: "For employers who need a skill from abroad, and for people who have been offered a job, run a business or are married to a Bahamian.",
      href: "/visa/bahamas-work-visa",
    },
    {
      title: "Permanent residency",
      text: "The long-term right to live here, through investment, years of residence, marriage or independent means.",
      href: "/visa/permanent-residence",
    },
    {
      title: "Student permits",
      text: "For children and adults who are accepted by a school, a college or the University of The Bahamas.",
      href: "/contact",
    },
    {
      title: "Family immigration",
      text: "For husbands, wives, children and parents who want to live with a Bahamian or with a permit holder.",
      href: "/visa/permit-to-reside",
    },
  ],
  workPermits: {
    heading: "Work permits",
    whoNeeds: {
      heading: "Who needs one",
      paragraphs: [
        "Everyone who is not a Bahamian citizen and does not already have the right to work here, before the first working day. That includes part-time, unpaid and trial work, and people who are sent by a company abroad to install, train or repair.",
        "You do not need one to attend a meeting, to negotiate a contract or to look at property. If you’re not sure which side of the line you’re on, ask before you travel.",
      ],
    },
    types: {
      heading: "Four types of permit",
      items: [
        {
          name: "General",
          text: "For one employer and one role, after the post was advertised and no suitably qualified Bahamian was found. The employer applies.",
        },
        {
          name: "Self-Employment",
          text: "For people who run their own business in the Bahamas, once the business itself has been approved.",
        },
        {
          name: "Spousal",
          text: "For the husband or wife of a Bahamian citizen who wishes to work. The post does not have to be advertised.",
        },
        {
          name: "Temporary",
          text: "For a short assignment, usually up to 90 days: a concert, an installation, a training course, an urgent repair.",
        },
      ],
    },
    documents: {
      heading: "Required documents",
      items: [
        "Completed application form, signed",
        "Passport valid at least 6 months, and passport-size photographs",
        "Job offer or contract, and the employer’s cover letter",
        "The employer’s business license",
        "Proof of advertising and the Department of Labour’s certificate (General)",
        "Police certificate no older than 6 months, from each place lived in for the last 5 years",
        "Medical certificate",
        "Degrees, licenses and two written references",
        "Marriage certificate and the spouse’s Bahamian passport (Spousal)",
        "Certified translations of papers that are not in English",
      ],
    },
    processingTime: {
      label: "Processing time",
      value: "{time:bahamas-work-visa}",
      note: "after a complete application has been filed. Advertising and police certificates come first.",
    },
    validity: {
      label: "Validity",
      value: "{validity:bahamas-work-visa}",
      note: "Begin a renewal three months before the permit ends.",
    },
  },
  permanentResidency: {
    heading: "Permanent residency",
    lead: "Four categories. Thresholds and fees are set by the government and revised from time to time: ask us to confirm the figure in force before you sign a purchase agreement.",
    categories: [
      {
        name: "Economic",
        threshold: "economic" as const,
        thresholdLabel: "in real estate",
        text: "For investors who buy a home or make a comparable investment in the Bahamas. A well-documented source of funds moves the file faster than anything else.",
      },
      {
        name: "Annual",
        threshold: "annual" as const,
        thresholdLabel: "in property",
        text: "Residence for a year at a time for home owners, renewed each year. It lets you get to know the country first, and counts when you apply for more later.",
      },
      {
        name: "Spousal",
        threshold: null,
        thresholdLabel: "generally after five years of marriage",
        text: "For the husband or wife of a Bahamian citizen who lives with them here. Earlier years are covered by a resident spouse permit.",
      },
      {
        name: "Persons of Independent Means",
        threshold: null,
        thresholdLabel: "lasting income or assets",
        text: "For people whose pension, investments or business abroad support them permanently, without working in the Bahamas.",
      },
    ],
    benefits: {
      heading: "What permanent residency gives you",
      items: [
        "The right to live in the Bahamas without yearly renewals",
        "Free entry and exit, as often as you like",
        "In most categories, a spouse and dependent children named on the same application",
        "The right to work, where the certificate says so",
        "Schools, banking and property in your own name without a visitor’s limits",
        "No personal income tax in the Bahamas. Your home country may see it differently, so ask a tax adviser there",
      ],
      note: "It is not citizenship: there is no vote and no Bahamian passport.",
    },
  },
  contact: {
    heading: "Prices for the Bahamas",
    button: "See prices",
    quote: "A quote for your case",
    text: "Fees depend on the category, the occupation and the size of the family. Tell us yours, and within {response} we will send a written quote that separates our fee from the government’s. The first {consultation} are free.",
  },
  callToAction: { label: "See all visa services", href: "/services" },
};

export type ImmigrationText = typeof immigrationText;

import type { PostContent } from "./shape";

export const bahamasPosts = [
  {
    slug: "work-permit-calendar-for-employers",
    title: "Hiring from abroad: a work permit calendar for Bahamian employers",
    category: "Living in the Bahamas",
    author: "Desmond Rolle",
    publishedAt: new Date("2026-07-07T14:00:00Z"),
    excerpt:
      "From the decision to hire to the first working day takes about three to four months. Here is where the time goes, and how not to lose any.",
    metaTitle: "Bahamas Work Permit Calendar for Employers",
    metaDescription:
      "A week-by-week calendar for Bahamian employers who hire from abroad: advertising, Department of Labour certificate, papers, filing and renewal.",
    metaKeywords: "Bahamas work permit employer, hire foreign worker Bahamas, work permit timeline, labour certificate",
    content: `A chef resigns in August, and the restaurant would like the new one from Lyon to begin in October. We have this conversation often. The honest answer is: December, if we start today. The permit itself takes {time:bahamas-work-visa} of processing. Employers are surprised by everything that comes before.

Here is the calendar we use. It is written for the general permit, for one employer and one role.

Weeks 1 and 2: define the role

Write the job description before anything else, and write it once. Title, duties, required training, years of experience, salary. The same words will appear in the advertisement, in the notice to the Department of Labour, in the contract and in the cover letter. If the advertisement says “Sous Chef” and the contract says “Kitchen Manager,” the officer has to ask, and a question costs two weeks.

Ask only for what the job really needs. A requirement that no Bahamian could meet, and that the job does not call for, is noticed.

Weeks 2 to 5: look locally

Advertise the post in local newspapers and notify the Department of Labour. Keep each advertisement with its date. Keep a list of everyone who applied, whom you interviewed and why you did not choose them. Be fair and be specific: “no experience with pastry production for more than fifty covers” is a reason, “not suitable” is not.

This is not a formality. The policy behind the permit is that Bahamians come first, and a file that shows an honest search is a strong file. If you find someone, you have saved yourself a permit.

At the end you ask for the Department’s certificate. It has a date and goes out of date, so do not leave it in a drawer.

Weeks 2 to 8: the applicant’s papers

While you advertise, the candidate orders documents. The police certificate comes first, from each place they have lived in over the last five years. Some countries need two months for it. Then certified copies of degrees, with translations. Then references. The medical certificate is last, because it should be recent on the day you file.

We send the candidate a list with the time each paper takes. Most delays that employers blame on the government are really a police certificate that was ordered three weeks late.

Weeks 8 and 9: put the two files together

Now the employer’s file and the applicant’s file meet. We lay them side by side and compare names, dates, titles and sums. Is the passport name the same as on the degree? Is the business license current? Are the National Insurance contributions paid? An employer who is behind with them should settle that first.

The cover letter explains in one page what the role is, how you searched, why this person, and what you will do to train a Bahamian for it. The last point carries real weight.

Weeks 9 to 17: processing

The application goes to the Department of Immigration with the processing fee. Plan on {time:bahamas-work-visa}. The candidate should be outside the Bahamas, and must not begin to work, not even for a trial shift. A visit for a few days to look at apartments is fine, if they say so at the border.

If the Department asks for something, answer within days. We check on each file every week and tell you where it stands.

Approval, and after

On approval the annual permit fee is due. It depends on the occupation and can be a good part of a month’s salary, so ask for the current figure at the beginning, and agree in the contract who pays it.

Then write two dates into your calendar. The first is three months before the permit expires: that is when the renewal begins, with a new look at the local market. The second is the date of expiry. Work after that date is work without a permit, for both of you.

For short assignments there is the temporary permit, usually for up to 90 days. It is quicker and suits a technician or a band. It is not a way to bridge the wait for a general permit.

If you plan to hire this year, talk to us before you advertise. Half an hour at that point saves more time than any phone call later.`,
  },
  {
    slug: "annual-or-permanent-residence",
    title: "Annual or permanent residence: how to choose",
    category: "Living in the Bahamas",
    author: "Marguerite Adderley",
    publishedAt: new Date("2026-05-05T14:00:00Z"),
    excerpt:
      "One is renewed each year and asks for less. The other is for good and asks for everything. Five questions help you to decide.",
    metaTitle: "Bahamas: Annual or Permanent Residence?",
    metaDescription:
      "Annual residency or permanent residence in the Bahamas: thresholds, rights, costs and five questions that help you choose the right one.",
    metaKeywords: "Bahamas residency, annual residence, permanent residence Bahamas, economic residency",
    content: `People who fall in love with the Bahamas usually do it in February, on a terrace, and by March they ask us for permanent residence. Sometimes that is right. Often an annual permit is the better beginning, and sometimes it remains the better answer. Here is how we talk it through.

What the two have in common

Both let you live in the Bahamas, come and go freely, and include your family in most cases. Both ask for a clear police record, good health, two references and proof of means. Neither makes you a citizen.

What is different

The annual permit runs for one year and is renewed. For home owners it is generally considered with property of {threshold:annual}. It does not allow you to work here. If your plans change, you simply do not renew.

Permanent residence has no end date. In the economic category it starts with real estate of {threshold:economic}. Depending on the certificate it may include the right to work, often limited to your own business. The fee for the certificate is many times that of an annual permit, but you pay it once. The review takes {time:permanent-residence} and goes deep.

Both thresholds are set by the government and have been under revision. Before you sign for a house because of a number you read somewhere, this page included, ask us to confirm the figure in force, in writing.

Question one: how many months will you really be here?

If the honest answer is three or four, take the annual permit. It gives you everything that you will use. If you are moving your life, with children, dogs and books, permanence is worth its price.

Question two: will you want to work?

Managing your own investments is fine with either. Serving on the board of your own Bahamian company is a matter of wording. A job needs a work permit, unless your certificate says otherwise. If work is likely, say so at the very start, because the wording on a certificate is hard to change.

Question three: is there a Bahamian in the family?

The husband or wife of a citizen has routes of their own: a resident spouse permit in the first years, and generally permanent residence after about five years of marriage, without any purchase. We have met couples who were about to buy a house for a status that they could have had for a fraction of the price.

Question four: where does the money come from, and can you show it?

For permanent residence you write a statement of how you earned what you have, with papers behind it. The sale of a company, thirty years of salary and an inheritance are all fine. If the papers are scattered across three countries, it takes time to collect them. You can live here on an annual permit while you do.

Question five: what does your home country say?

The Bahamas levies no personal income tax. That does not mean that you owe none. Some countries tax their citizens wherever they live, others look at days, homes and families. A tax adviser at home should answer this before you apply, not after. We are immigration consultants and we do not give tax advice, but we will tell you which questions to ask.

The path that most people take

First a few long visits, in summer too, when it is hot and quiet and the tourists are gone. Then an annual permit, with a rented or a purchased home. You learn which island you belong on, find a doctor and a school, and meet people who can one day write an honest reference. After two or three years you either renew, quite content, or apply for permanence with a file that has almost written itself.

The direct path exists and it works: buy, document, apply. It suits people who know the country already, or whose move cannot wait.

What we advise against is the path in between, buying first and asking later. A purchase structured through the wrong company, or a price just under the threshold, can close a door that would have been open.

The first conversation takes {consultation} and is free. Bring a rough idea of your budget, the names and ages of your family, and your calendar of the last year. We will tell you which of the two we would choose in your place.`,
  },
] satisfies PostContent[];

import type { PostContent } from "./shape";

export const preparationPosts = [
  {
    slug: "your-passport-has-five-months-left",
    title: "Your passport has five months left. Now what?",
    category: "Preparing Your File",
    author: "Theo Knowles",
    publishedAt: new Date("2026-11-10T14:00:00Z"),
    excerpt:
      "The expiry date is the first thing a visa officer checks, and the last thing most travelers look at. How to read it, and what to do when there is too little time.",
    metaTitle: "Passport Expiring Soon: Renew or Apply First?",
    metaDescription:
      "The six-month rule, how visas and passports depend on each other, and what to do when your passport has only a few months left.",
    metaKeywords: "passport validity, six month rule, renew passport before visa, Bahamas passport",
    content: `Every week someone sends us a complete visa file with a passport that is about to end. The flights are booked, the hotel is paid, and the passport has five months left. Sometimes that is fine. Often it is not, and the difference depends on the destination.

What the six-month rule means

Many countries ask that a passport be valid for six months. The question is: six months from when? For the Bahamian e-visa we ask for at least six months, and we advise you to count from the end of the trip. Some countries count from the day of arrival, others from the day of departure. The Schengen states ask for three months beyond the day you leave, and also that the passport be no more than ten years old. Canada and the United Kingdom ask only that it be valid for the stay. The United States has agreements with many countries under which a passport is treated as valid for six months longer than it says.

That is a lot of rules to remember, so here is the only one you need: if your passport has less than nine months left on the day you plan a trip, look up the rule for your destination and for every country in which you change planes. If it has less than six, renew it.

Why the visa cares

A visa is tied to a passport. When the passport expires, some visas expire with it, some can be transferred for a fee, and some stay valid in the old booklet. The Canadian eTA belongs to one passport number and dies with it. A US visa in an expired passport usually remains good, and you travel with both booklets. A visa that would have been given for ten years may be cut to the last months of your passport, and nobody refunds the difference.

So the order matters. Renew first, then apply. It feels slower, and it is nearly always faster.

When there is no time

If the trip cannot wait, do these things in this order.

First, find out the real processing time for a new passport. Ask the passport office and not a friend. There is often an expedited service, and for a medical emergency or a funeral there may be a way that is not on the website. Bring proof.

Second, look at the route. Sometimes the destination accepts your passport and only the connection does not. A direct flight, or a connection in another country, can save the trip.

Third, if you have to apply for the visa with the old passport, say so in the file. A short line is enough: the passport expires on this date, the renewal was filed on that date, the receipt is attached. Officers do not like surprises. They have no objection to facts.

Never apply with one passport while another is being issued and say nothing about it. The number on the visa will be wrong, and the airline’s system will notice before you do.

While you have it in your hand

Check three more things. Is there at least one blank page, and for some countries two? Is the passport undamaged? A loose cover, a torn corner or a water stain can be enough to be turned away at check-in. And is your name the one you use on your ticket? If you married and changed it, the ticket follows the passport, not the wedding.

For children, look twice. Their passports are usually valid for five years and run out when nobody expects it.

Finally, write the expiry date into your calendar, one year early. Call it “passport” and set it to repeat. It is the cheapest piece of visa advice that we know.

If you are not sure about your dates, send us a picture of the data page and your flights. Checking them takes us five minutes, and we do it within {response}.`,
  },
  {
    slug: "proof-of-funds-an-officer-can-read",
    title: "Proof of funds that an officer can read in two minutes",
    category: "Preparing Your File",
    author: "Lucía Bethel",
    publishedAt: new Date("2026-09-22T14:00:00Z"),
    excerpt:
      "It is rarely about how much money you have. It is about whether a stranger can see where it comes from, in the two minutes that your file gets.",
    metaTitle: "Proof of Funds: What Visa Officers Look For",
    metaDescription:
      "Bank statements, sponsors and large deposits: how to show funds for a visa so that an officer understands them in two minutes.",
    metaKeywords: "proof of funds visa, bank statements visa, sponsor letter, student visa funds",
    content: `People apologize to us for their bank balance. They need not. Files with modest savings are approved every day, and files with impressive ones are refused because nobody could tell where the money came from. Proof of funds is not a contest. It is a short story in numbers, and it has to be easy to follow.

What the officer asks

An officer who opens your statements wants to know four things. Is this account yours? Is the money really available? Does it fit your income? And does it fit the trip?

The last two matter most. Someone who earns 2,800 dollars a month, has saved 6,000 and plans a two-week holiday for 3,500 makes sense at first glance. Someone with the same salary and a balance of 40,000, of which 35,000 arrived last Tuesday, does not. The second person has more money and the weaker file.

Statements that can be read

Send full statements, as the bank issues them, for three months, or six where the country asks for it. Your name, the account number, the bank’s name and the closing balance must be on them. Screenshots of an app do not count. If your bank only offers online statements, ask the branch to stamp a printout or to write a reference letter.

Do not leave out pages. A missing page three looks like a hidden page three. Do not mark them up with a highlighter either. If something needs attention, mention it in your cover letter.

Large deposits

A large deposit is not a problem. An unexplained one is. Write one sentence for each: “On May 14 I received 9,200 dollars from the sale of my car, contract attached.” Then attach the contract. Bonuses, asue draws, insurance payments and gifts are all fine when there is a paper behind them. For an asue, a short letter from the person who holds it, with the dates and the amount of a hand, is better than silence.

Please do not borrow money to make an account look full. Officers see it several times a day. The balance rises a week before the application and the history shows nothing that could have earned it. It does more harm than a small balance would have done.

When someone else pays

A sponsor is welcome in most systems, if three things are shown. First, a signed letter in which the sponsor says so, with the amount or the items that they cover. Second, the relationship: a birth certificate for a parent, photographs and messages for a friend. Third, that the sponsor can afford it: their own statements, with an employment letter or business accounts.

Send your own statements as well, even if they are thin. A file in which the applicant does not appear at all makes an officer wonder whose trip it is.

Students

For a student visa the figure is given. The I-20, or the letter of acceptance, names the cost of the first year. Your funds have to reach it, and we lay them out as a small table: savings, parents, scholarship, loan, total. Each line has a page number. When the total is above the figure, stop. More paper does not make it more true.

If a scholarship is paid in parts, add its conditions. If the parents’ money lies in a business, show that it can be taken out: a letter from the accountant, or a year of dividends.

A last look

Before you send anything, give your file to someone who does not know your finances. Ask them to tell you, after two minutes, how much you earn, how much you have saved and who pays for the trip. If they can, the officer can. If they hesitate, you have found the page that needs a sentence.

We do this reading for every client before we file. It is the least glamorous part of our work, and probably the most useful.`,
  },
  {
    slug: "after-a-refusal",
    title: "After a refusal: read the letter before you apply again",
    category: "After a Decision",
    author: "Marguerite Adderley",
    publishedAt: new Date("2026-08-04T14:00:00Z"),
    excerpt:
      "A refusal hurts, and the first impulse is to apply again the same evening. Wait a day. The letter usually tells you what to do, if you know how to read it.",
    metaTitle: "Visa Refused? Read the Letter First",
    metaDescription:
      "What a visa refusal really says, when to apply again, when to ask for a review, and why a refusal must never be left out of a later form.",
    metaKeywords: "visa refusal, 214(b), reapply for visa, visa refused what next",
    content: `Nobody forgets the first refusal. There is the envelope or the email, a paragraph of official language, and a feeling of having been judged. Then comes the impulse to apply again at once, to prove that it was a mistake. Please wait a day. A second application that is the same as the first will usually end the same way, and you will have paid twice.

What the letter says

Refusal letters are short and built from standard sentences. They still tell you a good deal.

“You have not demonstrated strong ties” is about what you come home to. It is the most common reason for visitors to the United States, under section 214(b) of the immigration law. It does not mean that you are suspected of anything in particular. The law tells the officer to presume that every visitor wishes to stay, and you have not yet shown the opposite.

“I am not satisfied that you will leave at the end of your stay,” in a Canadian letter, often comes with a list: purpose of visit, family ties, employment, assets, travel history. The boxes that are marked are the ones to answer, and only those.

“The documents do not show the source of your funds,” which we see in British refusals, is about your statements and not about your character. It can be repaired with paper.

“A material fact was not disclosed” is another matter. It may carry a ban for years. If your letter says something like this, do not file anything before you have spoken to someone who knows the law of that country.

What can be asked for

Some decisions can be reviewed or appealed, and the deadlines are short, sometimes fourteen or twenty-eight days. Visitor visas mostly cannot. For Canada you can request the officer’s notes, which are far more useful than the letter. They take some weeks, and we often wait for them before we write a word.

For most visitors the answer is a new application. It has a chance when something is different: a new job, a lease, finished studies, a clearer purpose, better documents. It also has a chance when nothing in your life has changed but the first file did not show it. It has little chance when both are the same.

How to write the second file

Begin with the refusal. The cover letter mentions it in the first lines, with the date and the reason, and then answers that reason, point by point, with page numbers. Do not argue with the first officer and do not complain about the interview. The second officer has the first one’s notes on the screen.

Correct mistakes openly. If you gave a wrong date, say so and say why. An honest error that you name yourself is nearly always forgiven. An error that an officer discovers is not.

Leave out what did not help. A thick file looks anxious rather than convincing.

What never to do

Do not leave the refusal out of later forms. Almost every country asks whether you have ever been refused a visa, by any country. Many of them exchange data. Saying yes costs you one explanatory paragraph. Saying no, when it is yes, can cost you ten years.

Do not hand your passport to someone who knows someone. There is no such person. Every year we meet families who paid for an “inside contact” and received a forged visa, and the applicant is the one who is banned for it.

And do not take it as the last word. It is a decision about one file on one day, and many of the people we work with were refused once before they came to us.

If you have a letter in front of you, send us a copy. We will tell you what we read in it, and whether a new application makes sense now, later or not at all. That conversation is free, and sometimes our advice is to wait half a year. We would rather say so than take a fee.`,
  },
] satisfies PostContent[];

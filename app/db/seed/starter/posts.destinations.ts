import type { PostContent } from "./shape";

export const destinationPosts = [
  {
    slug: "us-visa-interview-in-nassau",
    title: "The US visa interview in Nassau: what three minutes can hold",
    category: "United States",
    author: "Anika Thompson",
    publishedAt: new Date("2026-10-13T14:00:00Z"),
    excerpt:
      "You wait for weeks, and the interview lasts three minutes. What the officer has already read, what they will ask, and how to answer like yourself.",
    metaTitle: "US Visa Interview in Nassau: How to Prepare",
    metaDescription:
      "How the US visa interview in Nassau works: what the officer has read, which questions come up, what to bring and what to leave at home.",
    metaKeywords: "US visa interview Nassau, US Embassy Nassau, B1 B2 interview questions, DS-160",
    content: `The interview is the part that people fear most, and the part that decides least. By the time you reach the window at the US Embassy in Nassau, the officer has your DS-160 on the screen, your earlier visas, and a first impression. The three minutes that follow serve one purpose: to see whether the person matches the form.

That is good news. You know the person better than anyone.

Before the day

Read your DS-160 again, slowly, the evening before. You will be asked about what you wrote, and the most damaging thing you can do is to contradict yourself about a date or an employer. If you find an error, bring a note with the correction and mention it when you are asked.

Check the current instructions for the appointment. They say what you may carry into the building, and large bags and most electronic devices stay outside. Arrive early, but not an hour early.

Prepare a thin folder. Passport, confirmation page, appointment letter, photograph, and behind them the few papers that prove the main points of your life: an employment letter, recent statements, a school letter, a deed. The officer may not ask for any of it. Do not push papers under the glass unless you are asked.

What they ask

The questions are simple, and they are nearly always the same. Where are you going? Why? For how long? Who pays? What do you do here? Who lives with you? Have you been to the United States before? Do you have family there?

Answer the question that was asked, in one or two sentences, and stop. “I am visiting my sister in Orlando for ten days in August. It is her daughter’s graduation.” That is a complete answer. It has a place, a person, a length and a reason.

Long answers sound prepared, and so do perfect ones. We never give clients sentences to memorize. In the practice interview we ask the questions in a different order each time, until the answers come out short because they are true.

About family in the United States

Say it if you are asked, always. Having a brother in Miami is not a reason for a refusal. Hiding him is. The system shows petitions, earlier applications and the names that other people wrote in theirs.

About money

You need not be rich. If your income fits the trip, one sentence is enough. If someone else pays, say who and why, and have their letter with you.

About nerves

Officers see nervous people all day. Trembling hands do not count against you. If you did not hear a question, ask for it to be repeated. If you do not know something, say that you do not know. If you would rather speak another language, ask whether that is possible.

Dress as you would for work. Be polite and look at the person. There is no trick.

Three possible endings

The officer keeps your passport: the visa is approved, and the booklet usually comes back within one to two weeks. Do not book a flight that you cannot change before you hold it in your hand.

The officer gives you a sheet that asks for more documents or says that administrative processing is needed. Follow it exactly, and be patient. It can take a few days or several months, and calling every morning does not shorten it.

The officer returns your passport with a letter: the visa is refused, most often under section 214(b). Thank them, leave, and read the letter at home. You may apply again, and there is a right and a wrong moment for it.

A last word on fees. The application fee is paid before the interview and is not returned after a refusal. Government fees for US visas have been rising, so check the current amount on the official site on the day you pay.

If your appointment is close and you would like to practice, write to us. Thirty minutes are usually enough, and most people sleep better afterward.`,
  },
  {
    slug: "flying-to-the-us-without-a-visa",
    title: "Flying to the United States without a visa: the Bahamian exception",
    category: "United States",
    author: "Anika Thompson",
    publishedAt: new Date("2026-03-17T14:00:00Z"),
    excerpt:
      "Bahamian citizens can often visit the United States with a passport and a police certificate. The exception is generous, and narrower than many people think.",
    metaTitle: "Bahamians Flying to the US Without a Visa",
    metaDescription:
      "When Bahamian citizens can visit the United States through preclearance without a visa, what to carry, and the situations where a visa is needed.",
    metaKeywords: "Bahamians US visa, preclearance Nassau, police certificate US travel, Freeport preclearance",
    content: `Ask ten people in Nassau whether a Bahamian needs a visa for the United States and you will hear both answers, said with equal confidence. Both are right. It depends on how you travel.

The rule

Citizens of the Bahamas may visit the United States without a visa if they apply for admission at the US preclearance facility in Nassau. Preclearance in Freeport has been suspended since Hurricane Dorian in 2019, so a flight from there needs a visa until it reopens, and so does a flight that leaves Nassau outside preclearance hours. Four conditions have to be met. You carry a valid Bahamian passport. You are inspected in Nassau and fly directly to the United States. If you are 14 or older, you carry a police certificate that was issued within the last six months. And you have nothing in your past that makes you inadmissible: no conviction that counts, no overstay, no earlier removal, no visa refused for fraud.

The visit must be one for which others would need a visitor visa: a holiday, shopping, family, a medical appointment, a business meeting. Study, work and journalism need a visa, preclearance or not.

Where it ends

The exception belongs to the route and not to the passport. If you fly from Nassau to London and come home through New York, you arrive in the United States from a third country, and for that you need a visa. It does not matter that you only change planes, because the United States has no transit without permission.

The same goes for the sea, whether by ferry, cruise ship or private boat. Bimini to Fort Lauderdale takes half a day, and you need a visa to do it. Cruises that begin in another country, flights through Jamaica, a drive across the border from Canada: all of them need a visa.

It also ends with a record. A conviction for a small amount of marijuana twenty years ago may be enough. So may an arrest that never went to court, if you cannot show how it ended. In these cases the officer at preclearance will send you to the embassy, and you will miss your flight. It is better to find out first.

The police certificate

It is issued by the Royal Bahamas Police Force. Apply in good time, because the weeks before summer and before Thanksgiving are busy. Six months are counted from the date of issue, and the certificate must still be within them on the day you travel. Check the date again if your trip is moved.

Keep the original with your passport. A picture on your phone is not the document.

Children under 14 do not need the certificate. They do need their own passport, and if only one parent travels, a letter of consent from the other and the birth certificate.

What the officer may ask

Preclearance is a full inspection. The officer may ask where you will stay, for how long, who pays and what you do at home, just as they would in Miami. Have the address of your hotel or host at hand. If you carry more than 10,000 dollars in cash, declare it.

Being admitted without a visa is not a right. If you spend most of the year in Florida, two weeks at a time, expect to be asked how you live. Keep your visits shorter than your time at home.

Who should get the visa anyway

Some Bahamians are better off with a B1/B2 visa, even though they could travel without one. Those who fly through the United States on the way home from elsewhere. Those who go by boat. Those who decide on Monday to fly on Tuesday, and do not want to watch the date on a certificate. Students need a visa of their own in any case.

A visa is often given for several years, so the cost for each trip is small. But it begins with a form and an interview, and the wait for an appointment can be long. If you think you might need one next year, this is a good month to start.

Rules like these are changed by governments, not by consultants. Before a trip that matters, check the embassy’s page, or ask us. We look it up on the day and tell you what we found.`,
  },
  {
    slug: "canada-eta-or-visitor-visa",
    title: "eTA or visitor visa? How Canada sorts its travelers",
    category: "Canada",
    author: "Jean-Robert Désir",
    publishedAt: new Date("2026-06-09T14:00:00Z"),
    excerpt:
      "One costs seven Canadian dollars and takes minutes. The other takes weeks and your fingerprints. Which of them you need depends on more than your passport.",
    metaTitle: "Canada: eTA or Visitor Visa (TRV)?",
    metaDescription:
      "Who needs an eTA and who needs a visitor visa for Canada, when a US visa changes the answer, and what to do with dual nationality or a record.",
    metaKeywords: "Canada eTA, Canada visitor visa, TRV Bahamas, eTA with US visa",
    content: `Two colleagues from the same office in Nassau book the same flight to Toronto. One holds a Bahamian passport. She spends seven Canadian dollars and ten minutes online. The other is Jamaican and has lived in the Bahamas for eleven years. He fills in a long form, gives fingerprints and waits for weeks. Both are going to the same conference.

It does not feel fair, but it can be planned for. Here is how Canada sorts us.

Three groups

The first group needs nothing but a passport: citizens of the United States. The second, Bahamians among them, needs an Electronic Travel Authorization, the eTA, to arrive by air. The third needs a temporary resident visa, the TRV, by whichever way it arrives.

Which group you are in depends on the passport you travel with, and not on where you were born or where you live. A permanent resident of the Bahamas with a Haitian passport needs a visa. A Bahamian who lives in Port-au-Prince needs an eTA.

The exception in the middle

For citizens of some countries in the third group there is a bridge. If you have held a Canadian visa in the last ten years, or hold a valid US visitor visa now, you may be allowed to fly with an eTA instead of a visa. The list of countries has included the Philippines, Trinidad and Tobago, Saint Lucia, Brazil and several others, and it is revised from time to time. It counts only for air travel.

We check this first with every new client. More than once it has turned a case of several weeks into an afternoon.

The eTA in practice

Use the official page of the Government of Canada. The fee is CAD 7. Many sites look official, charge many times the fee, and only copy your answers into the real form. Our {service-fee:canadian-eta} buys something else: a consultant who reads an arrest, a refusal or a second passport before your answers count. Without any of these, apply yourself.

Most people have their answer within minutes. If you do not, an officer is looking at something: a name that resembles another, an old refusal, a yes to one of the questions about health or convictions. You may be asked for documents, and it can take days. So apply before you book, and not in the departure hall.

The eTA is linked to one passport, {validity:canadian-eta}. When you renew the passport, it is gone, even if the email says otherwise.

The visa in practice

The TRV is decided on documents. There is usually no interview, so the file has to answer questions that you will never hear. Three come up again and again.

Why this trip? Give the real reason, with something that shows it: an invitation, a conference badge, a booking.

Who pays? Statements, income, and an explanation for anything unusual.

What brings you back? For residents of the Bahamas this is often the decisive one. An officer in another country sees a Jamaican passport and a Bahamian work permit with four months left, and wonders to which country you would return. Attach the permit, the renewal receipt, a letter from your employer that says how long you have been there, your lease, your children’s school letter.

Then come fingerprints, unless you have given them in the last ten years, and then the passport request. Ask for the visa two to three months before the trip, and earlier in summer.

Two passports

If you hold two nationalities, travel to Canada with the one that needs less, and use the same passport for the ticket. Declare the other in the form. The form asks for it, and a second passport is no disadvantage. If one of them is Canadian, you must use it: Canadians cannot be given an eTA.

A record

Canada is stricter than most countries about convictions, driving under the influence above all. A single old one can make you inadmissible, and the eTA form will ask. There are ways, such as rehabilitation or a temporary resident permit, but they take preparation. Please do not find this out at the airport.

Whichever group you are in, the answer is the same: know it before you pay for the flight. Write to us with your passport, your status in the Bahamas and your plans. If all you need is an eTA, we will tell you how to get it yourself.`,
  },
  {
    slug: "changing-planes-in-london",
    title: "Changing planes in London: do you need a transit visa?",
    category: "United Kingdom",
    author: "Priya Sands",
    publishedAt: new Date("2026-01-20T14:00:00Z"),
    excerpt:
      "Three hours at Heathrow can need a visa. Whether they do depends on your passport, your luggage and the booking you are about to make.",
    metaTitle: "Changing Planes in London: Transit Visa Guide",
    metaDescription:
      "Airside or landside, one ticket or two, exemptions and ETA: how to find out whether you need a UK transit visa before you book.",
    metaKeywords: "UK transit visa, London connection, Direct Airside Transit visa, Heathrow transit Bahamas",
    content: `The call usually comes from the airport. The suitcase is on the belt, the agent is typing, and then she asks for a visa for the United Kingdom. “But I’m not going there. I’m only changing planes.”

If the right visa is missing, the airline will not let you board, because it would be fined for doing so. At that moment we can do nothing. Three weeks earlier we can do a great deal, and often it costs nothing.

Airside or landside

The first question is whether you will pass through UK border control.

Airside means that you stay in the international zone. You follow the purple signs, go through security and wait at the next gate. You never meet a border officer.

Landside means that you pass the border. You have to do so if you must collect your bags and check them in again, if you change from one airport to another, if your next flight leaves the following day and the terminal closes at night, or if you want to sleep in a hotel.

One ticket or two

Here is where most plans go wrong. On one ticket, with one booking reference, the airline checks your bags through to the end and you can usually stay airside. With two separate tickets, the first airline takes your bags to London and no farther. You have to fetch them, and that is landside.

The cheaper pair of tickets can need a visa that the slightly more expensive single ticket does not. Add the fee and the trip for fingerprints, and it is no longer cheap.

Which visa

For airside connections, some nationalities need the Direct Airside Transit visa, the DATV. You leave on your next flight.

For landside connections, visa nationals need the Visitor in Transit visa. The time allowed is {stay:uk-transit-visa}. If you already have a Standard Visitor visa, that one will do for both.

Nationals of countries that do not need a visa for the United Kingdom, the Bahamas among them, do not need a transit visa. They do need an Electronic Travel Authorisation, the ETA, to pass border control. For airside transit there has been an exemption at some airports. It was described as temporary, so look at the official page for your date of travel.

The exemptions

Many travelers who would need a transit visa are exempt. The usual reasons are a valid visa or residence permit of the United States, Canada, Australia or New Zealand, or certain residence permits of European countries and Ireland. But the conditions differ. Some count only if you travel to or from that country, and some only for airside. An expired US visa does not help. An electronic copy may not be accepted where a sticker is expected.

We have a simple rule for clients: an exemption is only good if you can explain it to a check-in agent in one sentence and show the paper for it. If it takes three sentences, apply for the visa or change the route.

How to find out

Before you pay for the ticket, write down five things. Your nationality. The visas and permits you hold, with their dates. Each flight with its number and airport. Whether it is one booking or two. Whether your bags are checked through.

With these five, anyone who knows the rules can tell you in minutes. The official tool of the British government asks nearly the same questions.

If a visa is needed, allow at least four to five weeks: a few days for the form and the documents, an appointment for fingerprints, and the decision, which usually takes {time:uk-transit-visa}. You will be asked for the onward ticket and for the right to enter the country of destination, so that visa comes first.

And look at other routes. From Nassau there are connections to Europe, Africa and Asia through several countries, each with its own transit rules. The United States always asks for a visa or another permission when you return through it. Panama and some European airports are easier for many passports. Sometimes the best visa advice is a different flight.`,
  },
] satisfies PostContent[];

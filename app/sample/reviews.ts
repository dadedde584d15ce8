/** Sample reviews, newest first. */
export type Review = {
  by: string;
  stars: 1 | 2 | 3 | 4 | 5;
  /** Without text, only stars were given. */
  text?: string;
  answer?: string;
  hidden?: true;
};

export const reviews: readonly Review[] = [
  {
    by: "Natasha Rolle",
    stars: 5,
    text: "Two chairs, one consultant, and every page of my husband's file read aloud before it went in. I have never felt so well looked after in a government matter.",
    answer: "Thank you, Natasha. The two chairs send their regards to both of you.",
  },
  {
    by: "Oluwaseun Adeleke",
    stars: 5,
    text: "They told me on the phone that the hotel booking and the flight had different dates. I had looked at those papers for a week and not seen it.",
  },
  {
    by: "Maria Fernanda Quintero",
    stars: 5,
    text: "Rápidos, claros y honestos. The e-visa came after six days and they sent me a little note on what to show at the airport.",
  },
  {
    by: "Desiree Hepburn",
    stars: 4,
    text: "Very good preparation for the embassy. Parking on Parliament Street is another story, so come early.",
  },
  {
    by: "Jean-Claude Estinvil",
    stars: 5,
    text: "Jean-Robert explained everything to my mother in Creole, slowly, twice. She signed with a calm face. Mèsi anpil.",
  },
  {
    by: "Priscilla Ong",
    stars: 5,
    text: "Applied from Singapore at odd hours and the form was still there every time I came back to it, exactly where I had stopped.",
  },
  { by: "Andre Ferguson", stars: 5 },
  {
    by: "Ruth Nyambura",
    stars: 4,
    text: "Clear list of documents and a fair price. One of my mails waited over a weekend for its answer, otherwise flawless.",
  },
  {
    by: "Kavita Ramnarine",
    stars: 5,
    text: "The practice interview was harder than the real one. Ms. Thompson asked me the one thing I did not want to be asked, and so it was no surprise at the window.",
  },
  {
    by: "Stephen Albury",
    stars: 3,
    text: "The work itself was fine. I expected to hear more often how things stood during the six weeks of waiting, even if there was nothing new.",
    answer:
      "That is a fair point, Stephen. We now write every two weeks while a permit is pending, also when there is nothing to report.",
  },
  {
    by: "Ifeoma Chukwu",
    stars: 5,
    text: "They said no to my first idea and explained why. The second one worked. I prefer that to a yes that costs me a fee.",
  },
  {
    by: "Rodel Manalastas",
    stars: 5,
    text: "Renewed my permit three months before the end as they advised, no gap, no stress. My employer did not have to do anything twice.",
  },
  {
    by: "Sophie Lemaire",
    stars: 5,
    text: "Nous avons obtenu le permis de résidence en dix semaines. Everything in French when we needed it, and in English when the officer did.",
  },
  {
    by: "Wayde Symonette",
    stars: 5,
    text: "I went in for my daughter's F-1 and came out knowing how to read an I-20. She started on time.",
  },
  {
    by: "Liu Yan",
    stars: 4,
    text: "Professional and patient with my questions about transit in London. In the end I did not need the visa and they charged nothing.",
  },
  {
    by: "Gwendolyn Pratt",
    stars: 5,
    text: "My expunged record from the nineties kept me home for years. It took them one afternoon to tell me which visa I need and which paper I was missing.",
  },
  { by: "Marco Bianchi", stars: 5, answer: "Grazie, Marco. Enjoy the house." },
  {
    by: "Tamar Joseph",
    stars: 5,
    text: "Theo rang me the same day because one scan was cut off at the corner. Ten minutes later it was fixed and we went on.",
  },
  {
    by: "Emmanuel Asiedu",
    stars: 4,
    text: "Honest from the first call. I only wish the office in Freeport existed.",
    answer: "So do we, Emmanuel. Until then video works surprisingly well.",
  },
  {
    by: "Patricia Knowles-Bain",
    stars: 5,
    text: "Lucía sat with us over the bank statements until the sum on the I-20 and the sum on the paper were the same to the dollar. That is a rare kind of patience.",
  },
  {
    by: "Hyacinth Morgan",
    stars: 2,
    text: "My e-visa took eleven days, not five to seven. They did say it was out of their hands, but I had to move my flight.",
    answer:
      "We are sorry about your flight, Hyacinth. The Department asked for a second photograph on day four, which cost the extra days. We have refunded the courier fee.",
  },
  {
    by: "Anjali Mehta",
    stars: 5,
    text: "Four of us, three passports, two embassies. They made a table on one sheet of paper and suddenly it was simple.",
  },
  { by: "Kirkland Bodie", stars: 5, text: "Straight talk and no drama. Recommended to my whole crew." },
  {
    by: "Yaa Serwaa",
    stars: 5,
    text: "My choir needed nine visas at the same time. Nine came back, all on the same Friday.",
  },
  {
    by: "Christoph Neumann",
    stars: 4,
    text: "Very thorough. Perhaps a bit too thorough for a simple case like ours, but I understand why they do it.",
  },
  {
    by: "Roselaure Baptiste",
    stars: 5,
    text: "I started the form on my phone in the bus, lost the connection at least five times and lost nothing of what I wrote.",
  },
  { by: "Denzel Cargill", stars: 5 },
  {
    by: "Juanita Almanzar",
    stars: 5,
    text: "Me trataron como a una vecina. The consultant even called my employer to explain what the letter had to say.",
  },
  {
    by: "Faith Mutua",
    stars: 4,
    text: "Good advice on the travel history: I had forgotten two trips. They compared my stamps with my answers, page by page.",
  },
  {
    by: "Clive Ramsaran",
    stars: 5,
    text: "Refused twice on my own. Third time with them, approved. They never promised it, and I think that is why I trusted them.",
  },
  {
    by: "Bernadette Saunders",
    stars: 5,
    text: "Exactly what the website says: they tell you what it costs, how long it takes and what speaks against you.",
  },
  {
    by: "Hao Nguyen",
    stars: 3,
    text: "Friendly staff and correct advice. The payment by bank transfer took long to be confirmed and I had to send the receipt twice.",
  },
  {
    by: "Omolara Bankole",
    stars: 5,
    text: "I applied for my parents, both over seventy. They allowed me to upload everything and rang my father only to confirm his signature.",
  },
  {
    by: "Lewis McPhee",
    stars: 4,
    text: "Sound work on our permit to reside. It is not cheap, but the price on the first day was the price on the last.",
  },
  {
    by: "Marva Edgecombe",
    stars: 5,
    text: "Miss Adderley read my whole permanent residence file herself and found that my certificate of marriage had another spelling of my name. Imagine that at the interview.",
  },
  { by: "Ganesh Subramaniam", stars: 5, text: "Quick, precise, polite." },
  {
    by: "Ketsia Louissaint",
    stars: 5,
    text: "I was afraid to tell them about my overstay. They were not shocked at all, only asked for the dates and wrote it down properly.",
  },
  {
    by: "Travis Pyfrom",
    stars: 1,
    text: "Called at 5:20 in the afternoon and nobody picked up.",
    answer:
      "Our phones are answered until 5, Travis, and we rang you back at 9 the next morning. We would still be glad to help.",
  },
  {
    by: "Elisabeth Haugen",
    stars: 5,
    text: "We bought a cottage on Elbow Cay and knew nothing about annual residence. A year later we know a lot, and the card is in the drawer.",
  },
  {
    by: "Michelle Cambridge",
    stars: 5,
    text: "They prepared my nephew for his student interview and he came out grinning after three minutes.",
    answer: "Three minutes is about the record. Please give him our congratulations.",
  },
  {
    by: "Abdul Rahman Siddiqui",
    stars: 4,
    text: "Knowledgeable about Commonwealth rules. I took one star off because the appointment began twenty minutes late.",
  },
  { by: "Carline Dieujuste", stars: 5, text: "Bon sèvis, bon pri. My sister will come too." },
  { by: "Philippa Tennant", stars: 5 },
  {
    by: "Winston Bascombe",
    stars: 5,
    text: "Everything for my work permit was ready before the employer had found his business license. They waited kindly, and so did I.",
  },
  {
    by: "Nomsa Khumalo",
    stars: 5,
    text: "I live in Cape Town and never set foot in the office. Three video calls, one courier, one permit.",
  },
  {
    by: "Gregory Thompson",
    stars: 4,
    text: "Solid. The checklist saved me from buying a ticket that I could not have changed.",
  },
  {
    by: "Ana Beatriz Moreira",
    stars: 5,
    text: "My lawyer in Brazil said it would take a year. It took nine weeks for the annual permit and they answered every one of my thousand questions.",
  },
  {
    by: "Leotha Moxey",
    stars: 5,
    text: "Kind to an old lady who does not like computers. Theo typed while I talked.",
    answer: "It was a pleasure, Mrs. Moxey. The guava duff was not necessary, but it was very welcome.",
  },
  {
    by: "Rishi Persad",
    stars: 3,
    text: "Helpful in the end, though two people gave me two different answers about the photograph size at first.",
    answer: "You are right and we apologize. The sizes of all destinations now hang on the wall beside the scanner.",
  },
  {
    by: "Blessing Eke",
    stars: 5,
    text: "They caught that my employer's letter said manager and my contract said supervisor. A small thing, they said, until somebody else finds it.",
  },
  {
    by: "Tomás Herrera",
    stars: 5,
    text: "Impeccable service for our crew change: seven seamen, four nationalities, all on board in time.",
  },
  { by: "Charlene Gibson", stars: 5, text: "I finally understand what a tie to home is. Turns out I have plenty." },
  { by: "Mei-Hua Chen", stars: 4, text: "Very good. I would like the website in Chinese as well." },
  { by: "Dwight Rahming", stars: 5, text: "Saved me a visa that I did not need. Who else does that?" },
  {
    by: "Fabiola Sénat",
    stars: 5,
    text: "My children's permits were filed together with mine and nobody had to miss school for it.",
  },
  { by: "Kwabena Frimpong", stars: 4, text: "Reliable and calm people. The e-visa was approved on day seven." },
  { by: "Verna Cartwright", stars: 5 },
  {
    by: "Ingrid Solberg",
    stars: 5,
    text: "They knew which Norwegian paper is the equivalent of a police certificate without looking it up. I was impressed.",
  },
  { by: "Reynaldo Ocampo", stars: 5, text: "Salamat po! From the job offer to the first day of work in seven weeks." },
  {
    by: "Shantel Wilchcombe",
    stars: 2,
    text: "My application was refused in spite of their help. They warned me that my bank account was too new, but I had hoped for more.",
    answer: "We had hoped so too, Shantel. Please come and see us again in four months; that conversation is free.",
  },
  {
    by: "Nadia Boodram",
    stars: 5,
    text: "Excellent with the UK transit rules, which nobody at the airline desk could explain to me.",
  },
  { by: "Patrick Okello", stars: 5, text: "Fast answers, even on a Saturday afternoon." },
  {
    by: "Giselle Thurston",
    stars: 5,
    text: "I was nervous and they let me be nervous. Then we did the practice interview a second time and I was not.",
  },
  {
    by: "Ronald Dorsette",
    stars: 4,
    text: "Fair and thorough. Bring all your old passports, they do look at each stamp.",
  },
  {
    by: "Farida Hosseini",
    stars: 5,
    text: "A complicated history with three countries became one page of plain English. The officer read it and nodded.",
  },
  { by: "Jude Petit-Frère", stars: 5, text: "They do not sell dreams. They sell a clean file." },
  { by: "Cassandra Nottage", stars: 5, answer: "Thank you, Cassandra, and safe travels." },
  {
    by: "Yusuf Demir",
    stars: 4,
    text: "All good. The link in the mail brought me straight back to my form on another laptop, which I needed twice.",
  },
  {
    by: "Althea Wellington",
    stars: 5,
    text: "From the first free half hour I knew what I would pay, and that is what I paid.",
  },
  {
    by: "Samantha Leigh",
    stars: 3,
    text: "Decent service for a Canadian visa. It took longer than I had planned for, mostly because of the biometrics appointment.",
  },
  { by: "Enrique Villalobos", stars: 5, text: "They translated nothing badly and left out nothing. Muy recomendados." },
  {
    by: "Monique Turnquest",
    stars: 5,
    text: "My grandmother's Freeport utility bills from 1987 turned out to be worth something after all. Residence approved.",
  },
  {
    by: "Pradeep Gunawardena",
    stars: 5,
    text: "Responsive and very exact with dates. I travel a lot and they did not let me forget one of them.",
  },
  { by: "Lynden Stuart", stars: 4 },
  {
    by: "Esther Mbeki",
    stars: 5,
    text: "My conference was in nine days. They said it might work and that they would not charge me if I preferred not to risk it. It worked.",
  },
  {
    by: "Danielle Fontaine",
    stars: 5,
    text: "Discreet, careful with our papers, and always the same person on the phone.",
  },
  {
    by: "Garth Butler",
    stars: 4,
    text: "They insisted on a better scan of my deed. Annoying that evening, right in the end.",
  },
  {
    by: "Sunita Bhagwandeen",
    stars: 5,
    text: "I had my whole family's forms done here over the years: mother, brother, two cousins. Never one refused.",
  },
  {
    by: "Kevin O'Donoghue",
    stars: 5,
    text: "Teacher's permit sorted before term began. The school secretary sends everybody here now.",
  },
  {
    by: "Rosemond Charlot",
    stars: 5,
    text: "Yo pran tan pou koute m. They took the time to listen to me, and the letter says what I meant.",
  },
  {
    by: "Bradley Sands",
    stars: 1,
    text: "Expensive for filling in a form that you can fill in yourself.",
    answer:
      "You can indeed, Bradley, and we say so on our website. When a case is simple we tell people before they pay. Thank you for coming in.",
  },
  { by: "Comfort Amponsah", stars: 5, text: "I thank God and I thank Miss Bethel. My son is in his second semester." },
  {
    by: "Javier Olivares",
    stars: 4,
    text: "Serious company. My permit arrived two days after the date they had estimated.",
  },
  {
    by: "Tiffany Mackey",
    stars: 5,
    text: "Best twenty-five minutes of my week: every question answered, two of them before I had asked.",
  },
  {
    by: "Arturo dela Cruz",
    stars: 5,
    text: "They explained to my employer what he must advertise and what he must not. He was not easy, but they were easier.",
  },
  {
    by: "Helena Novák",
    stars: 5,
    text: "Sailed in, needed an extension, was told kindly that I should have asked a week earlier, and got it anyway.",
  },
  { by: "Ossie Stubbs", stars: 4, text: "Good people." },
  {
    by: "Vanessa Chung",
    stars: 5,
    text: "The receipt of what I signed, with each question as it was asked, is something that every office should give you.",
  },
  {
    by: "Idris Lawal",
    stars: 5,
    text: "After a bad agent in Lagos this was another world. I saw every paper before it left the house.",
  },
  { by: "Marguerite Duval", stars: 3, text: "Correct and polite, but somewhat slow to answer around the holidays." },
  { by: "Quinton Lightbourn", stars: 5 },
  {
    by: "Zanele Mthembu",
    stars: 4,
    text: "The upload of photographs from my phone was the easiest I have seen on any visa site.",
  },
  {
    by: "Earl Deveaux",
    stars: 5,
    text: "Went for a US visa at seventy-four and got ten years. I told them that is optimistic of the Americans.",
    answer: "We expect you back for the renewal, Mr. Deveaux.",
  },
  {
    by: "Paola Ricci",
    stars: 5,
    text: "We moved with two children, a dog and a piano. The piano was harder than the permits.",
  },
  {
    by: "Nerissa Gaskin",
    stars: 5,
    text: "They found a cheaper category for my mother than the one we had asked for.",
  },
  {
    by: "Tevita Faleafa",
    stars: 4,
    text: "Friendly advice about connections through Los Angeles. Saved me one night at an airport.",
  },
  {
    by: "Shakera Bannister",
    stars: 5,
    text: "My reference was copied wrongly by me and they still found my application in a minute.",
  },
  { by: "Lorenzo Gutiérrez", stars: 5 },
  { by: "Mary-Ann Cooper", stars: 5, text: "The consultant remembered my name after eight months. And my dog's." },
  {
    by: "Raymond Telesford",
    stars: 3,
    text: "Average experience at first, since my consultant was on leave and nobody told me. After his return all went quickly.",
    answer: "We should have told you, Raymond. Every file now has a second name on it.",
  },
  {
    by: "Akua Donkor",
    stars: 5,
    text: "They advised me to wait until my new contract was signed before applying. Three weeks of patience, then a clean approval.",
  },
  {
    by: "Benoît Castera",
    stars: 5,
    text: "Le visa Schengen pour ma femme haïtienne, dossier complet, aucun document redemandé.",
  },
  {
    by: "Sheldon Poitier",
    stars: 4,
    text: "Knows the process inside out. Would give five if they had a coffee machine.",
    answer: "There is one now. The fifth star is optional.",
  },
  { by: "Thuy Tran", stars: 5, text: "I am deaf and did everything in writing. Not once was I asked to call." },
  {
    by: "Yolanda McCartney",
    stars: 5,
    text: "Police certificate, medical, bank letter: they gave me the order in which to get them so that none was too old at the end.",
  },
  {
    by: "Gopal Krishnan",
    stars: 4,
    text: "Efficient and correct. Fees are listed openly, which is rare in this business.",
  },
  {
    by: "Latisha Brice",
    stars: 2,
    text: "I waited forty minutes on a Saturday although I had an appointment. The advice was good when it came.",
  },
  {
    by: "Samuel Etienne",
    stars: 5,
    text: "Desmond Rolle is the reason that I could bring my welding certificate to the right desk.",
  },
  {
    by: "Noor Al-Hadi",
    stars: 5,
    text: "The explanation letter was two paragraphs. I would have written six pages and hidden the point.",
  },
  {
    by: "Dion Miller",
    stars: 5,
    text: "Not affiliated with my mortgage, but still the best people on Parliament Street.",
    hidden: true,
  },
  { by: "Beverly Clarke", stars: 4, text: "Great place for conch salad, ask for extra lime.", hidden: true },
  { by: "J. P.", stars: 1, text: "Never been here, but the sign is ugly.", hidden: true },
  {
    by: "Carlton Rolle",
    stars: 5,
    text: "Call me for the best car rental in Nassau, number in my profile.",
    hidden: true,
  },
  {
    by: "Marie Thérèse Louis",
    stars: 5,
    text: "Thank you to Theo, who has my case number and my date of birth by heart.",
    hidden: true,
  },
  {
    by: "Anonymous Traveller",
    stars: 1,
    text: "Wrong agency, I meant the one next door. How do I delete this?",
    hidden: true,
  },
  { by: "Kemar Blake", stars: 4, text: "Clear, quick and courteous, from the first mail to the last." },
  {
    by: "Olga Petrenko",
    stars: 5,
    text: "When my documents were on the other side of the ocean they told me which of them could wait. It let me sleep.",
  },
  { by: "Donovan Major", stars: 4, text: "Second time here, first time with my wife's papers. Same good work." },
];

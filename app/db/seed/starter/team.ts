import type { Transaction } from "~/db/client.server";
import { teamMembers } from "~/db/schema/site/team";

/** The founder first. The authors of the starter posts are among them. */
export const starterTeam = [
  {
    name: "Marguerite Adderley",
    role: "Founder and Principal Consultant",
    bio: [
      "Marguerite Adderley learned the trade from the employer’s side. For nine years she prepared work permits for hotels and banks on New Providence, and saw the same thing again and again: good people refused because two letters in the same envelope used two different job titles.",
      "In 2010 she rented one room and put two chairs in it, so that employer and employee could sit side by side while the file was read aloud. The practice has grown since. The two chairs are still there, and so is the reading aloud.",
      "“The officer has two minutes for your file,” she says. “We take two hours for it, so that the two minutes are enough.”",
    ].join("\n"),
    languages: ["English", "French"],
    isFounder: true,
  },
  {
    name: "Desmond Rolle",
    role: "Senior Consultant, Work and Residence",
    bio: "Desmond prepares work permits for employers from one-room workshops to resorts. He knows what an advertisement has to say, and what it must not.",
    languages: ["English"],
    isFounder: false,
  },
  {
    name: "Anika Thompson",
    role: "Consultant, United States",
    bio: "Anika has completed hundreds of DS-160 forms and listened to as many practice interviews. She is known for asking the one question that you hoped nobody would ask.",
    languages: ["English", "Español"],
    isFounder: false,
  },
  {
    name: "Jean-Robert Désir",
    role: "Consultant, Canada and Schengen",
    bio: "Jean-Robert writes explanation letters that officers finish reading. He works in Creole, French and English, and looks after families whose papers come from three countries.",
    languages: ["Creole", "French", "English"],
    isFounder: false,
  },
  {
    name: "Priya Sands",
    role: "Consultant, United Kingdom and Commonwealth",
    bio: "Priya handles UK visitor and transit visas and every route with a difficult connection. She checks the itinerary before the application, and often saves people the visa altogether.",
    languages: ["English"],
    isFounder: false,
  },
  {
    name: "Lucía Bethel",
    role: "Consultant, Students and Families",
    bio: "Lucía guides students and their parents from the offer letter to the first day on campus. She makes proof of funds add up, to the dollar.",
    languages: ["Español", "English"],
    isFounder: false,
  },
  {
    name: "Theo Knowles",
    role: "Client Care and Documents",
    bio: "Theo answers the phone, checks every scan that comes in and keeps the calendar of renewals. If a page is missing, you hear it from him the same day.",
    languages: ["English"],
    isFounder: false,
  },
];

/** A seed of its own: it came after the other starter content. */
export async function loadTeam(tx: Transaction): Promise<void> {
  await tx.insert(teamMembers).values(starterTeam.map((member, displayOrder) => ({ ...member, displayOrder })));
}

/** A picture of ours with its size in pixels. */
type Photo = { src: string; width: number; height: number };

/**
 * The people of the company. The authors of the starter posts are among them. Without a photograph, as delivered, the
 * page shows initials in its room (L-LOOK-13).
 */
export type TeamMember = {
  name: string;
  role: string;
  bio: string;
  languages: readonly string[];
  photo?: Photo;
};

export const founder: TeamMember = {
  name: "Marguerite Adderley",
  role: "Founder and Principal Consultant",
  bio: "Marguerite opened the practice in Nassau in 2010, after nine years of preparing work permits for hotels and banks. She still reads every permanent residence file herself before it is filed.",
  languages: ["English", "French"],
};

export const team: readonly TeamMember[] = [
  {
    name: "Desmond Rolle",
    role: "Senior Consultant, Work and Residence",
    bio: "Desmond prepares work permits for employers from one-room workshops to resorts. He knows what an advertisement has to say, and what it must not.",
    languages: ["English"],
  },
  {
    name: "Anika Thompson",
    role: "Consultant, United States",
    bio: "Anika has completed hundreds of DS-160 forms and listened to as many practice interviews. She is known for asking the one question that you hoped nobody would ask.",
    languages: ["English", "Español"],
  },
  {
    name: "Jean-Robert Désir",
    role: "Consultant, Canada and Schengen",
    bio: "Jean-Robert writes explanation letters that officers finish reading. He works in Creole, French and English, and looks after families whose papers come from three countries.",
    languages: ["Creole", "French", "English"],
  },
  {
    name: "Priya Sands",
    role: "Consultant, United Kingdom and Commonwealth",
    bio: "Priya handles UK visitor and transit visas and every route with a difficult connection. She checks the itinerary before the application, and often saves people the visa altogether.",
    languages: ["English"],
  },
  {
    name: "Lucía Bethel",
    role: "Consultant, Students and Families",
    bio: "Lucía guides students and their parents from the offer letter to the first day on campus. She makes proof of funds add up, to the dollar.",
    languages: ["Español", "English"],
  },
  {
    name: "Theo Knowles",
    role: "Client Care and Documents",
    bio: "Theo answers the phone, checks every scan that comes in and keeps the calendar of renewals. If a page is missing, you hear it from him the same day.",
    languages: ["English"],
  },
];

import type { ServiceSlug } from "~/db/seed/starter/shape";

export type Place = { name: string; address: string; city: string; state?: string; postalCode?: string };

const place = (name: string, address: string, city: string, state?: string, postalCode?: string): Place => ({
  name,
  address,
  city,
  ...(state ? { state } : {}),
  ...(postalCode ? { postalCode } : {}),
});

/** Places to stay: invented houses in real streets. */
const bahamas = {
  hotels: [
    place("Cable Beach Palms Hotel", "212 West Bay Street", "Nassau", "New Providence"),
    place("Harbour Mews Guesthouse", "14 Shirley Street", "Nassau", "New Providence"),
    place("Paradise Quay Hotel", "5 Casuarina Drive", "Paradise Island", "New Providence"),
    place("Queen's Stair Inn", "31 Elizabeth Avenue", "Nassau", "New Providence"),
    place("Lucayan Breeze Resort", "Sea Horse Road", "Freeport", "Grand Bahama"),
    place("Exuma Lagoon Inn", "Queen's Highway", "George Town", "Exuma"),
    place("Conch Row Cottages", "Bay Street", "Harbour Island", "Eleuthera"),
    place("Fresh Creek Lodge", "Coakley Town Road", "Fresh Creek", "Andros"),
    place("Adelaide Rooms", "13th Street", "Spanish Wells", "Eleuthera"),
  ],
  homes: [
    place("Apartment 3B, Delaporte Court", "West Bay Street", "Nassau", "New Providence"),
    place("Villa Tamarind", "Jacaranda Close, Old Fort Bay", "Nassau", "New Providence"),
    place("Casuarina House", "Queen's Highway", "Governor's Harbour", "Eleuthera"),
    place("Unit 12, Seahorse Villas", "Balao Road", "Freeport", "Grand Bahama"),
    place("Sapodilla Cottage", "Back Street", "Hope Town", "Abaco"),
    place("Apartment 7, Cable Beach Manor", "Skyline Drive", "Nassau", "New Providence"),
    place("House Poinciana", "Crystal Waters Drive", "Marsh Harbour", "Abaco"),
  ],
};

const unitedStates = [
  place("Biscayne Tower Inn", "1140 Brickell Avenue", "Miami", "Florida", "33131"),
  place("Lake Eola Suites", "87 East Central Boulevard", "Orlando", "Florida", "32801"),
  place("Hotel Linden", "236 West 39th Street", "New York", "New York", "10018"),
  place("Peachtree Garden Hotel", "590 Spring Street NW", "Atlanta", "Georgia", "30308"),
  place("The Millwright", "415 South Tryon Street", "Charlotte", "North Carolina", "28202"),
  place("Marina Row Motel", "1900 SE 17th Street", "Fort Lauderdale", "Florida", "33316"),
  place("Hotel Saguaro", "3850 Paradise Road", "Las Vegas", "Nevada", "89169"),
  place("Bayou Bend Rooms", "6700 Main Street", "Houston", "Texas", "77030"),
  place("The Lakefront", "720 South Michigan Avenue", "Chicago", "Illinois", "60605"),
  place("Benefit Street Inn", "144 Benefit Street", "Providence", "Rhode Island", "02903"),
  place("Stockyard Suites", "2400 North Main Street", "Fort Worth", "Texas", "76164"),
];

export const destinations: Record<ServiceSlug, readonly Place[]> = {
  "bahamian-evisa": bahamas.hotels,
  "bahamas-work-visa": bahamas.homes,
  "permit-to-reside": bahamas.homes,
  "permanent-residence": bahamas.homes,
  "us-travel-b1-b2-visa": unitedStates,
  "us-student-f-1-visa": [
    place("Student residence", "2200 Campus Drive", "Tampa", "Florida", "33620"),
    place("University housing", "40 College Avenue", "Greenville", "South Carolina", "29601"),
    place("Residence hall", "300 NE 2nd Avenue", "Miami", "Florida", "33132"),
    place("Graduate residence", "6020 North Kenmore Avenue", "Chicago", "Illinois", "60660"),
    place("Academy residence", "1600 Aviation Parkway", "Daytona Beach", "Florida", "32114"),
    place("Freshman hall", "12 Chapel Road", "Asheville", "North Carolina", "28801"),
  ],
  "canadian-visitor-visa-trv": [
    place("Auberge Saint-Paul", "85 Rue Saint-Paul Ouest", "Montréal", "Quebec", "H2Y 1Z4"),
    place("Hotel Spadina", "410 Spadina Avenue", "Toronto", "Ontario", "M5T 2G7"),
    place("Harbourview Hotel", "755 Burrard Street", "Vancouver", "British Columbia", "V6Z 1X6"),
    place("Streetsville Lodge", "210 Queen Street South", "Mississauga", "Ontario", "L5M 1L4"),
    place("Exchange Hotel", "333 Main Street", "Winnipeg", "Manitoba", "R3C 1A4"),
    place("Auberge du Cap", "20 Rue Saint-Louis", "Québec City", "Quebec", "G1R 3Y8"),
    place("ByWard Rooms", "61 York Street", "Ottawa", "Ontario", "K1N 5T2"),
  ],
  "canadian-eta": [
    place("Hotel Spadina", "410 Spadina Avenue", "Toronto", "Ontario", "M5T 2G7"),
    place("Cedar Lodge", "4290 Mountain Square", "Whistler", "British Columbia", "V8E 1B3"),
    place("Auberge Saint-Paul", "85 Rue Saint-Paul Ouest", "Montréal", "Quebec", "H2Y 1Z4"),
    place("Falls Garden Hotel", "5705 Victoria Avenue", "Niagara Falls", "Ontario", "L2G 3L5"),
  ],
  "uk-visitor-visa": [
    place("The Bloomsbury Lamp", "48 Gower Street", "London", undefined, "WC1E 6EQ"),
    place("Cathedral Gate Rooms", "36 Burgate", "Canterbury", "Kent", "CT1 2HA"),
    place("Jewellery Quarter Hotel", "22 Vyse Street", "Birmingham", "West Midlands", "B18 6LE"),
  ],
  "uk-transit-visa": [place("Runway Hotel Heathrow", "Bath Road", "Hounslow", "London", "UB7 0DU")],
  "schengen-visitor-visa": [
    place("Hôtel des Deux Ponts", "17 Rue Monge", "Paris", undefined, "75005"),
    place("Hôtel du Parvis", "9 Rue de Turenne", "Paris", undefined, "75004"),
  ],
  "jamaica-visitor-visa": [place("Doctor's Cave View", "Gloucester Avenue", "Montego Bay", "Saint James")],
  "barbados-welcome-stamp": [place("Frangipani Apartments", "St. Lawrence Gap", "Oistins", "Christ Church", "BB15028")],
  "uae-tourist-visa": [place("Creekside Pearl Hotel", "Al Seef Street", "Dubai", "Dubai")],
  "australia-visitor-visa": [place("Kangaroo Point Rooms", "60 Main Street", "Brisbane", "Queensland", "4169")],
};

/** Days from the application to the trip, and until the decision; ranges. */
export const durations: Record<ServiceSlug, { lead: readonly [number, number]; decision: readonly [number, number] }> =
  {
    "bahamian-evisa": { lead: [25, 75], decision: [5, 9] },
    "bahamas-work-visa": { lead: [70, 120], decision: [28, 52] },
    "permit-to-reside": { lead: [60, 120], decision: [35, 70] },
    "permanent-residence": { lead: [90, 180], decision: [120, 190] },
    "us-travel-b1-b2-visa": { lead: [45, 110], decision: [20, 48] },
    "us-student-f-1-visa": { lead: [70, 120], decision: [20, 40] },
    "canadian-visitor-visa-trv": { lead: [45, 100], decision: [22, 45] },
    "canadian-eta": { lead: [15, 50], decision: [1, 4] },
    "uk-visitor-visa": { lead: [40, 90], decision: [15, 28] },
    "uk-transit-visa": { lead: [30, 60], decision: [8, 15] },
    "schengen-visitor-visa": { lead: [40, 90], decision: [12, 20] },
    "jamaica-visitor-visa": { lead: [25, 50], decision: [4, 8] },
    "barbados-welcome-stamp": { lead: [40, 80], decision: [6, 10] },
    "uae-tourist-visa": { lead: [25, 60], decision: [3, 6] },
    "australia-visitor-visa": { lead: [50, 110], decision: [15, 35] },
  };

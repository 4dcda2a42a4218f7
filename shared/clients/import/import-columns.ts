import { fold } from '#shared/lib/fold.ts'

/** What a column of an address book can be; several columns may be the same, and the first filled one counts. */
export const importTargets = [
  'name',
  'firstName',
  'middleName',
  'lastName',
  'company',
  'location',
  'city',
  'region',
  'country',
  'email',
  'otherEmails',
  'phone',
  'accommodation',
  'dining',
  'transport',
  'activities',
  'specialRequests',
  'lastContact',
  'trips',
  'tripPlace',
  'tripStart',
  'tripEnd',
  'notes',
  'journal',
  'id',
  /** Kept in the notes, under the column's name. */
  'rest',
  /** Left out. */
  'none',
] as const

export type ImportTarget = (typeof importTargets)[number]

/** How our own files name the columns. */
export const columnNames = {
  id: 'Client id',
  name: 'Name',
  location: 'Location',
  email: 'Email',
  phone: 'Phone',
  otherEmails: 'Other emails',
  accommodation: 'Accommodation',
  dining: 'Dining',
  transport: 'Transport',
  activities: 'Activities',
  specialRequests: 'Special requests',
  lastContact: 'Last contact',
  trips: 'Trips',
  notes: 'Notes',
  journal: 'Journal',
} as const satisfies Partial<Record<ImportTarget, string>>

/** Those whose cells hold a date. */
export const dateTargets: readonly ImportTarget[] = ['lastContact', 'tripStart', 'tripEnd']

/** Letters alone; English and Norwegian, and what Google, Outlook, Apple, HubSpot and Travefy write. */
const known: Partial<Record<ImportTarget, string>> = {
  id: 'clientid',
  name: 'name fullname displayname client clientname contact contactname customer customername traveler travelername traveller travellername guest guestname leadtraveler leadtraveller navn fulltnavn visningsnavn kunde kundenavn kontakt gjest',
  firstName: 'firstname givenname forename fornavn',
  middleName: 'middlename additionalname mellomnavn',
  lastName: 'lastname surname familyname etternavn',
  company:
    'company companyname associatedcompany organization organisation organizationname firma bedrift selskap organisasjon',
  location: 'location place address fulladdress adresse sted bosted',
  city: 'city town by poststed homecity businesscity addresscity',
  region: 'region state stateregion homestate addressregion fylke',
  country:
    'country land homecountry homecountryregion countryregion addresscountry businesscountryregion',
  email:
    'email emails emailaddress emailaddresses emailvalue mail epost epostadresse homeemail workemail personalemail primaryemail secondaryemail contactemail clientemail privateemail businessemail',
  otherEmails: 'otheremails otheremail otheremailaddresses additionalemailaddresses',
  phone:
    'phone phones telephone telephonenumber phonenumber phonevalue mobile mobilephone mobilenumber mobilephonenumber mobiletelephone cell cellphone contactnumber telefon telefonnummer tlf mobil mobilnummer mobiltelefon primaryphone homephone businessphone workphone otherphone companymainphone cartelephone',
  accommodation:
    'accommodation accommodations accommodationpreference accommodationpreferences hotelpreference hotelpreferences lodging overnatting',
  dining:
    'dining diningpreference diningpreferences food foodpreference foodpreferences diet diets dietary dietaryrequirement dietaryrequirements dietaryrestriction dietaryrestrictions dietarypreference dietarypreferences dietaryneeds mealpreference mealpreferences mat bespisning diett kosthold kostholdsbehov',
  transport:
    'transport transportation transportpreference transportpreferences transportationpreference transportationpreferences',
  activities:
    'activities interests activitypreference activitypreferences hobbies aktiviteter interesser',
  specialRequests:
    'specialrequests specialrequest requests specialneeds specialrequirements specialassistance spesielleonsker onsker',
  lastContact:
    'lastcontact lastcontacted lastcontactdate lastcontactedon datelastcontacted lastactivity lastactivitydate lastengagementdate sistkontakt sistekontakt',
  trips: 'trips trip upcomingtrip upcomingtrips reise reiser kommendereise kommendereiser',
  tripPlace:
    'tripname triptitle tripdestination triplocation destination destinations reisemal destinasjon',
  tripStart:
    'tripstart tripstarts tripstartdate tripstartson tripfrom travelstart travelstartdate departure departuredate startdate traveldate arrivaldate reisestart avreise avreisedato startdato',
  tripEnd:
    'tripend tripends tripenddate tripendson tripto travelend travelenddate return returndate enddate reiseslutt hjemreise hjemreisedato sluttdato',
  notes:
    'notes note clientnotes contactnotes comments comment remarks notat notater kommentar kommentarer merknad merknader',
  journal: 'journal journalnotes',
  none: 'emaillabel emailtype phonelabel phonetype addresslabel addresstype',
}

const targetOf = new Map(
  Object.entries(known).flatMap(([target, names]) =>
    names.split(' ').map((name) => [name, target as ImportTarget]),
  ),
)

/** What a column's name says that it is; `rest` where it says nothing to us. */
export function targetNamed(column: string): ImportTarget {
  return targetOf.get(fold(column).replaceAll(/[^a-z]/g, '')) ?? 'rest'
}

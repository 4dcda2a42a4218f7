import { fold } from '../lib/fold.ts'

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

/** Letters alone; English and Norwegian, and what Google, Outlook and Apple write. */
const known: Partial<Record<ImportTarget, string>> = {
  id: 'clientid',
  name: 'name fullname displayname client clientname contact contactname navn fulltnavn visningsnavn kunde kundenavn kontakt',
  firstName: 'firstname givenname forename fornavn',
  middleName: 'middlename additionalname mellomnavn',
  lastName: 'lastname surname familyname etternavn',
  company:
    'company companyname organization organisation organizationname firma bedrift selskap organisasjon',
  location: 'location place address adresse sted bosted',
  city: 'city town by poststed homecity addresscity',
  region: 'region state homestate addressregion fylke',
  country: 'country land homecountry homecountryregion countryregion addresscountry',
  email:
    'email emailaddress emailvalue mail epost epostadresse homeemail workemail privateemail businessemail',
  otherEmails: 'otheremails otheremail',
  phone:
    'phone telephone phonenumber phonevalue mobile mobilephone cell cellphone telefon telefonnummer tlf mobil mobilnummer mobiltelefon primaryphone homephone businessphone workphone otherphone',
  accommodation: 'accommodation accommodations overnatting',
  dining: 'dining food mat bespisning',
  transport: 'transport transportation',
  activities: 'activities interests aktiviteter',
  specialRequests: 'specialrequests requests spesielleonsker onsker',
  lastContact: 'lastcontact lastcontacted sistkontakt sistekontakt',
  trips: 'trips trip upcomingtrip upcomingtrips reise reiser kommendereise kommendereiser',
  notes:
    'notes note comments comment remarks notat notater kommentar kommentarer merknad merknader',
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

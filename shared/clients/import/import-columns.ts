import { type ClientField, fieldNames, fieldOf } from '#shared/clients/fields.ts'
import { fold } from '#shared/lib/fold.ts'

/**
 * Column names of other address books for a field, reduced to letters: English and Norwegian, and
 * those of Google, Outlook, Apple, HubSpot and Travefy. Not in `fields.ts`, because that module is
 * part of the desk's first load. A field without aliases is recognised by its label.
 */
const aliases: Partial<Record<ClientField, string>> = {
  name: 'name fullname displayname client clientname contact contactname customer customername traveler travelername traveller travellername guest guestname leadtraveler leadtraveller navn fulltnavn visningsnavn kunde kundenavn kontakt gjest',
  location: 'location place address fulladdress adresse sted bosted',
  email:
    'email emails emailaddress emailaddresses emailvalue mail epost epostadresse homeemail workemail personalemail primaryemail secondaryemail contactemail clientemail privateemail businessemail',
  phone:
    'phone phones telephone telephonenumber phonenumber phonevalue mobile mobilephone mobilenumber mobilephonenumber mobiletelephone cell cellphone contactnumber telefon telefonnummer tlf mobil mobilnummer mobiltelefon primaryphone homephone businessphone workphone otherphone companymainphone cartelephone',
  otherEmails: 'otheremails otheremail otheremailaddresses additionalemailaddresses',
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
  trips: 'trips trip upcomingtrip upcomingtrips reise reiser kommendereise kommendereiser',
  lastContact:
    'lastcontact lastcontacted lastcontactdate lastcontactedon datelastcontacted lastactivity lastactivitydate lastengagementdate sistkontakt sistekontakt',
  notes:
    'notes note clientnotes contactnotes comments comment remarks notat notater kommentar kommentarer merknad merknader',
  journal: 'journal journalnotes',
}

/** Columns that become part of field `of`; the import offers them after that field. */
const parts = {
  firstName: { of: 'name', label: 'First name', aliases: 'firstname givenname forename fornavn' },
  middleName: { of: 'name', label: 'Middle name', aliases: 'middlename additionalname mellomnavn' },
  lastName: { of: 'name', label: 'Last name', aliases: 'lastname surname familyname etternavn' },
  company: {
    of: 'name',
    label: 'Company',
    aliases:
      'company companyname associatedcompany organization organisation organizationname firma bedrift selskap organisasjon',
  },
  city: {
    of: 'location',
    label: 'City',
    aliases: 'city town by poststed homecity businesscity addresscity',
  },
  region: {
    of: 'location',
    label: 'Region',
    aliases: 'region state stateregion homestate addressregion fylke',
  },
  country: {
    of: 'location',
    label: 'Country',
    aliases:
      'country land homecountry homecountryregion countryregion addresscountry businesscountryregion',
  },
  tripPlace: {
    of: 'trips',
    label: 'Trip: place',
    aliases:
      'tripname triptitle tripdestination triplocation destination destinations reisemal destinasjon',
  },
  tripStart: {
    of: 'trips',
    label: 'Trip: first day',
    aliases:
      'tripstart tripstarts tripstartdate tripstartson tripfrom travelstart travelstartdate departure departuredate startdate traveldate arrivaldate reisestart avreise avreisedato startdato',
  },
  tripEnd: {
    of: 'trips',
    label: 'Trip: last day',
    aliases:
      'tripend tripends tripenddate tripendson tripto travelend travelenddate return returndate enddate reiseslutt hjemreise hjemreisedato sluttdato',
  },
} as const satisfies Record<string, { of: ClientField; label: string; aliases: string }>

/** Targets that are not fields of a client. */
const others = {
  id: { label: 'Client id', aliases: 'clientid' },
  /** Added to the notes, after the column's name. */
  rest: { label: 'Add to notes (with column name)', aliases: '' },
  none: {
    label: 'Ignore',
    aliases: 'emaillabel emailtype phonelabel phonetype addresslabel addresstype',
  },
} as const

type Part = keyof typeof parts

/** A field that our own export files contain. */
export type ExportedField = Exclude<ClientField, 'distinctFrom'>

/**
 * What a column of an imported file can be. Several columns may have the same target; of single
 * values the first filled one counts.
 */
export type ImportTarget = ExportedField | Part | keyof typeof others

const partsOf = (field: ClientField) =>
  (Object.keys(parts) as Part[]).filter((part) => parts[part].of === field)

/** All targets, in the order in which the import offers them. */
export const importTargets: readonly ImportTarget[] = [
  ...exportedFields().flatMap((name) => [name, ...partsOf(name)]),
  ...(Object.keys(others) as (keyof typeof others)[]),
]

function exportedFields() {
  const isExported = (name: ClientField) => fieldOf(name).column !== null
  return fieldNames.filter(isExported) as ExportedField[]
}

export type Column = 'id' | ExportedField

/** The columns of our own export files. */
export const exportColumns: readonly Column[] = ['id', ...exportedFields()]

/** The name of a column in our own export files. */
export function columnName(column: string): string {
  return column === 'id' ? others.id.label : (fieldOf(column)?.column ?? column)
}

function isPart(target: ImportTarget): target is Part {
  return Object.hasOwn(parts, target)
}

/** Label of a target, for the owner. */
export function targetLabel(target: ImportTarget): string {
  return knownOf(target).label
}

function knownOf(target: ImportTarget): { label: string; aliases: string } {
  if (isPart(target)) return parts[target]
  if (isOther(target)) return others[target]
  const { label } = fieldOf(target)
  return { label, aliases: aliases[target] ?? lettersOf(label) }
}

function isOther(target: ImportTarget): target is keyof typeof others {
  return Object.hasOwn(others, target)
}

function lettersOf(column: string): string {
  return fold(column).replaceAll(/[^a-z]/g, '')
}

/** Targets whose cells contain a date. */
export const dateTargets: readonly ImportTarget[] = ['lastContact', 'tripStart', 'tripEnd']

const targetOf = new Map<string, ImportTarget>()
for (const target of importTargets) {
  for (const alias of knownOf(target).aliases.split(' ')) {
    const other = targetOf.get(alias)
    if (other) throw new Error(`Columns named ${alias} would be both ${other} and ${target}`)
    if (alias !== '') targetOf.set(alias, target)
  }
}

/** The target that a column's name suggests; `rest` if the name is unknown. */
export function targetNamed(column: string): ImportTarget {
  return targetOf.get(lettersOf(column)) ?? 'rest'
}

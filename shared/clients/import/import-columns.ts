import { type ClientField, fieldNames, getField } from '#shared/clients/client-fields.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'

/**
 * Column names of other address books for a field, reduced to letters without accents: English,
 * Norwegian, Swedish, Danish, Finnish, German and French, as Google, Outlook, Apple, Thunderbird,
 * HubSpot, Mailchimp, Notion and Travefy write them. Words such as `home` and `2` are left out before
 * a name is looked up (`qualifiersByKind`). Not in `client-fields.ts`, because that module is part of the
 * desk's first load. A field without aliases is recognised by its label.
 */
const aliases: Partial<Record<ClientField, string>> = {
  name: 'name fullname displayname client clientname contact contactname customer customername traveler travelername traveller travellername guest guestname leadtraveler leadtraveller navn fulltnavn visningsnavn kunde kundenavn kontakt gjest namn fulltnamn visningsnamn fullstandigtnamn kontaktnamn kundnamn kund nimi kokonimi nayttonimi asiakas anzeigename vollstandigername kundenname nomcomplet nomaffiche fuldenavn vistnavn',
  location:
    'location place address fulladdress adresse sted bosted adress osoite anschrift wohnort bostad addressformatted',
  email:
    'email emails emailaddress emailaddresses emailvalue mail epost epostadresse epostadress epostaddress mailadresse emailadresse mailadress emailadress sahkoposti sahkopostiosoite adressedemessagerie adressedecourrier courriel courrierelectronique adresseelectronique mel primaryemail secondaryemail contactemail clientemail epostadresser',
  phone:
    'phone phones telephone telephonenumber phonenumber phonevalue mobile mobilephone mobilenumber mobilephonenumber mobiletelephone cell cellphone cellphonenumber contactnumber telefon telefonnummer telefonnumer tlf tlfnr mobil mobilnummer mobilnr mobiltelefon mobiltelefonnummer primaryphone homephone businessphone workphone otherphone companymainphone cartelephone hemtelefon arbetstelefon hjemmetelefon privattelefon arbejdstelefon arbeidstelefon jobbtelefon firmatelefon puhelin puhelinnumero matkapuhelin matkapuhelinnumero kotipuhelin tyopuhelin gsm handy handynummer rufnummer telephonemobile telephoneportable numerodetelephone telmobile telportable tel mobiltlf mobiltelnr',
  otherEmails:
    'otheremails otheremail otheremailaddresses additionalemailaddresses additionalemails hubspotemails',
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
    'lastcontact lastcontacted lastcontactdate lastcontactedon datelastcontacted lastactivity lastactivitydate lastengagementdate sistkontakt sistekontakt senastekontakt sidstekontakt viimeisinyhteydenotto letzterkontakt derniercontact',
  notes:
    'notes note clientnotes contactnotes comments comment remarks notat notater kommentar kommentarer merknad merknader anteckning anteckningar noter bemaerkning bemaerkninger muistiinpanot huomautukset notizen notiz anmerkung anmerkungen bemerkung bemerkungen kommentare remarques commentaires commentaire memo',
  journal: 'timelinenotes timeline journal journalnotes',
}

/** Columns that become part of field `of`; the import offers them after that field. */
const partialColumns = {
  firstName: {
    of: 'name',
    label: 'First name',
    aliases: 'firstname givenname forename fornavn fornamn forenamn etunimi vorname prenom fname',
  },
  middleName: {
    of: 'name',
    label: 'Middle name',
    aliases:
      'middlename additionalname mellomnavn mellomnamn mellannamn mellemnavn toinennimi weiterervorname weiterevornamen zweitervorname deuxiemeprenom autreprenom',
  },
  lastName: {
    of: 'name',
    label: 'Last name',
    aliases:
      'lastname surname familyname etternavn etternamn efternamn efternavn slektsnavn sukunimi nachname familienname zuname nom nomdefamille lname',
  },
  company: {
    of: 'name',
    label: 'Company',
    aliases:
      'company companyname businessname associatedcompany organization organisation organizationname firma firmanavn bedrift selskap organisasjon verksemd foretag organisationsnamn virksomhed yritys organisaatio unternehmen societe entreprise',
  },
  city: {
    of: 'location',
    label: 'City',
    aliases:
      'city town by poststed stad poststad ort postort kaupunki postitoimipaikka stadt ville localite addresscity bynavn cityname',
  },
  region: {
    of: 'location',
    label: 'Region',
    aliases:
      'region state stateregion stateprovince addressregion fylke lan delstat maakunta bundesland kanton departement province',
  },
  country: {
    of: 'location',
    label: 'Country',
    aliases:
      'country land countryregion addresscountry countryname landomrade landregion maa maaalue pays paysregion homecountry homecountryregion businesscountryregion',
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
const otherColumns = {
  id: { label: 'Client id', aliases: 'clientid' },
  /** Added to the notes, after the column's name. */
  rest: { label: 'Add to notes (with column name)', aliases: '' },
  none: {
    label: 'Ignore',
    aliases: '',
  },
} as const

type PartialColumn = keyof typeof partialColumns

/** A field that our own export files contain. */
export type ExportedField = Exclude<ClientField, 'distinctFrom' | 'imports'>

/**
 * What a column of an imported file can be. Several columns may have the same target; of single
 * values the first filled one counts.
 */
export type ImportTarget = ExportedField | PartialColumn | keyof typeof otherColumns

const listPartialColumns = (field: ClientField) =>
  (Object.keys(partialColumns) as PartialColumn[]).filter(
    (part) => partialColumns[part].of === field,
  )

/** All targets, in the order in which the import offers them. */
export const importTargets: readonly ImportTarget[] = [
  ...listExportedFields().flatMap((name) => [name, ...listPartialColumns(name)]),
  ...(Object.keys(otherColumns) as (keyof typeof otherColumns)[]),
]

function listExportedFields() {
  const isExported = (name: ClientField) => getField(name).column !== null
  return fieldNames.filter(isExported) as ExportedField[]
}

export type ExportColumn = 'id' | ExportedField

/** The columns of our own export files. */
export const exportColumns: readonly ExportColumn[] = ['id', ...listExportedFields()]

/** The name of a column in our own export files. */
export function getColumnName(column: string): string {
  return column === 'id' ? otherColumns.id.label : (getField(column)?.column ?? column)
}

function isPart(target: ImportTarget): target is PartialColumn {
  return Object.hasOwn(partialColumns, target)
}

export function getTargetLabel(target: ImportTarget): string {
  return getTargetDefinition(target).label
}

function getTargetDefinition(target: ImportTarget): { label: string; aliases: string } {
  if (isPart(target)) return partialColumns[target]
  if (isOther(target)) return otherColumns[target]
  const { label } = getField(target)
  return { label, aliases: aliases[target] ?? toLetters(label) }
}

function isOther(target: ImportTarget): target is keyof typeof otherColumns {
  return Object.hasOwn(otherColumns, target)
}

function toLetters(column: string): string {
  return normalizeForSearch(column).replaceAll(/[^a-z]/g, '')
}

/** Targets whose cells contain a date. */
export const dateTargets: readonly ImportTarget[] = ['lastContact', 'tripStart', 'tripEnd']

const targetByAlias = new Map<string, ImportTarget>()
for (const target of importTargets) {
  for (const alias of getTargetDefinition(target).aliases.split(' ')) {
    const other = targetByAlias.get(alias)
    if (other)
      throw new Error(
        `The column name ${alias} is an alias of both ${other} and ${target}. Remove one of them.`,
      )
    if (alias !== '') targetByAlias.set(alias, target)
  }
}

/** Words that say which of several values a column has: `Home City`, `Ort (hem)`, `Telefon, arbeid`. */
const qualifiersByKind = {
  home: 'home personal private hjem hjemme privat hem koti kotiin privatadresse domicile prive personnel',
  work: 'work business office arbeid arbeide jobb arbete arbetet arbejde tyo toimisto geschaftlich dienstlich bureau travail professionnel',
  other:
    'other current annet annen andre annan ovrig ovrigt andet anden muu weitere autre secondary sekundar sekundare sekundaer sekundart secondaire toissijainen',
  post: 'mailing billing shipping',
  main: 'primary main primar primare primaer primart principale ensisijainen',
}
const kindByQualifier = new Map(
  Object.entries(qualifiersByKind).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind] as const),
  ),
)
/** Targets of which a person may have several; a name with a qualifier may be that of a company. */
const qualifiedTargets: readonly ImportTarget[] = [
  'email',
  'phone',
  'location',
  'city',
  'region',
  'country',
]

/** Which of several addresses a column belongs to: `home` for `Home City`, `2` for `City 2`. */
export function getAddressKind(column: string): string {
  const words = normalizeForSearch(column).match(/[a-z]+|\d+/g) ?? []
  return words
    .map((word) => (/\d/.test(word) ? word : kindByQualifier.get(word)))
    .filter((kind) => kind !== undefined && kind !== 'main')
    .join(' ')
}

/** The target that a column's name suggests; `rest` if the name is unknown. */
export function findTarget(column: string): ImportTarget {
  const exact = targetByAlias.get(toLetters(column))
  if (exact) return exact
  const words = normalizeForSearch(column).match(/[a-z]+/g) ?? []
  const plain = words.filter((word) => !kindByQualifier.has(word))
  if (plain.length === words.length) return 'rest'
  const target = targetByAlias.get(plain.join('')) ?? 'rest'
  return qualifiedTargets.includes(target) ? target : 'rest'
}

/** How many cells of a row are known column names. */
export function readColumnNames(row: readonly string[]): number {
  return row.filter((cell) => cell.length < 60 && findTarget(cell) !== 'rest').length
}

/** The columns that name the values of another column: `Phone 1 - Label` and `Phone 1 - Value`. */
export function findLabelColumns(columns: readonly string[]): { label: number; value: number }[] {
  return columns.flatMap((column, label) => {
    const [, prefix] = /^(.*\S)\s+-\s+(?:Label|Type)$/i.exec(column) ?? []
    if (prefix === undefined) return []
    const value = columns.findIndex(
      (other, at) =>
        at !== label &&
        other.startsWith(`${prefix} - `) &&
        !/ - (?:Label|Type|Service)$/i.test(other),
    )
    return value < 0 ? [] : [{ label, value }]
  })
}

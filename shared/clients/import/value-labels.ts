import { normalizeForSearch } from '#shared/lib/normalize-text.ts'

// Labels that other address books give to a value: `Work fax`, `Cabin`.

/** Words of labels that say nothing about a person's main value, in the languages of the imports. */
const GENERIC =
  'home work mobile cell main other phone telephone tel email mail address iphone apple private business office default primary preferred personal voice profile homepage hjem hjemme arbeid jobb mobil privat annet annen andre telefon tlf hem arbete arbejde koti tyo matkapuhelin muu puhelin geschaftlich arbeit handy sonstige domicile bureau portable autre travail m mob c t tlf ph h p w arb priv job kontor direct direkte direktnr sentralbord nr'
const genericWords = new Set(GENERIC.split(' '))

/** Whether a label only says `Home`, `Work` or the like. */
export function isGenericLabel(label: string): boolean {
  const words = normalizeForSearch(label).match(/\p{L}+/gu) ?? []
  return words.every((word) => genericWords.has(word))
}

const FAX =
  /(?:^|[^a-z])(?:(?:tele|work|home|hjemme?|priva[dt])?-?(?:fax|faks|faksi|faxe|faxnummer|faksnummer)|telex|teleks|telecopie(?:ur)?|pager|beeper|bipper|personsok\w*|personsog\w*|hakulaite|tty|tdd|ttytdd)(?:$|[^a-z])/

/** Whether a label or column is of a number that cannot be called or texted: a fax or a pager. */
export function isFaxLabel(label: string): boolean {
  return FAX.test(normalizeForSearch(label))
}

/** The name under which a value stands in the notes: `Cabin`, `Phone 2 (Home)`. */
export function formatValueName(column: string, label: string | undefined): string {
  if (!label || normalizeForSearch(label) === normalizeForSearch(column)) return column
  return isGenericLabel(label) ? `${column} (${label})` : label
}

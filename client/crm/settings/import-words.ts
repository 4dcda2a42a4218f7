import type { ImportTarget } from '../../../shared/crm/import-columns.ts'
import type {
  DuplicateChoice,
  ImportDone,
  ImportDuplicate,
  ImportPlan,
  Likeness,
} from '../../offline/crm/import-types.ts'
import { countWords } from './device-words.ts'

export const targetWords: Record<ImportTarget, string> = {
  name: 'Name',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  company: 'Company',
  location: 'Location',
  city: 'City',
  region: 'Region',
  country: 'Country',
  email: 'E-mail',
  otherEmails: 'Other e-mail addresses',
  phone: 'Telephone',
  accommodation: 'Accommodation',
  dining: 'Dining',
  transport: 'Transport',
  activities: 'Activities',
  specialRequests: 'Special requests',
  lastContact: 'Last contact',
  trips: 'Upcoming trips',
  notes: 'Notes',
  journal: 'Journal',
  id: 'Client id',
  rest: 'Notes, with the column’s name',
  none: 'Leave out',
}

export const choiceWords: Record<DuplicateChoice, string> = {
  skip: 'Skip',
  fill: 'Fill empty fields',
  import: 'Import anyway',
}

const likenessWords: Record<Likeness, string> = {
  id: 'The same client as',
  email: 'Same e-mail address as',
  phone: 'Same telephone number as',
  name: 'Same name as',
}

/** `Same e-mail address as Kenji Arai (row 3)` */
export function duplicateWords({ why, of }: ImportDuplicate): string {
  const row = of.row === undefined ? '' : ` (row ${of.row})`
  return `${likenessWords[why]} ${of.name || 'a client without a name'}${row}`
}

/** `214 rows: 200 new clients, 10 who are here already, 4 that cannot be imported` */
export function planWords({
  rows,
  fresh,
  known,
  duplicateCount,
  problemCount,
}: ImportPlan): string {
  const parts = [
    `${countWords(fresh, 'new client')}`,
    duplicateCount && `${countWords(duplicateCount, 'possible duplicate')}`,
    known && `${countWords(known, 'row')} imported before`,
    problemCount && `${countWords(problemCount, 'row')} that cannot be imported`,
  ].filter(Boolean)
  return `${countWords(rows, 'row')}: ${parts.join(', ')}`
}

/** `6 clients added` */
export function doneWords({ added }: ImportDone): string {
  return `${countWords(added, 'client')} added`
}

/** What became of the other rows; empty where there were none. */
export function othersWords({ filled, skipped, known, problems }: ImportDone): string {
  const parts = [
    filled && `${countWords(filled, 'client')} completed`,
    skipped && `${countWords(skipped, 'duplicate')} skipped`,
    known && `${countWords(known, 'row')} imported before`,
    problems && `${countWords(problems, 'row')} could not be imported`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : ''
}

import type {
  DuplicateChoice,
  ImportDuplicate,
  ImportPlan,
  ImportRecord,
  ImportUndone,
  Likeness,
} from '#client/book/import/types.ts'
import { countWords } from '#client/desk/clients/value-words.ts'
import type { DateOrder } from '#shared/clients/import/read-date.ts'

export const dateOrderWords: Record<DateOrder, string> = {
  day: 'Day first: 11/03 is 11 March',
  month: 'Month first: 11/03 is 3 November',
}

export const choiceWords: Record<DuplicateChoice, string> = {
  skip: 'Skip',
  fill: 'Add what is missing',
  import: 'Import as new',
}

const likenessWords: Record<Likeness, string> = {
  id: 'The same client as',
  email: 'Same email address as',
  phone: 'Same telephone number as',
  name: 'Same name as',
}

/** `Same e-mail address as Kenji Arai (row 3)` */
export function duplicateWords({ why, of }: ImportDuplicate): string {
  const row = of.row === undefined ? '' : ` (row ${of.row})`
  return `${likenessWords[why]} ${of.name || 'a client without a name'}${row}`
}

/** `214 rows: 200 new clients, 10 possible duplicates, 4 empty rows` */
export function planWords(plan: ImportPlan): string {
  const { rows, fresh, known, empty, same, similar, problems } = plan
  const parts = [
    `${countWords(fresh, 'new client')}`,
    same.count && `${same.count} already in your clients`,
    similar.count && `${countWords(similar.count, 'possible duplicate')}`,
    known && `${known} imported before`,
    empty && `${countWords(empty, 'empty row')}`,
    problems.count && `${countWords(problems.count, 'row')} that cannot be imported`,
  ].filter(Boolean)
  return `${countWords(rows, 'row')}: ${parts.join(', ')}`
}

/** `6 clients added` */
export function doneWords({ counts }: ImportRecord): string {
  return `${countWords(counts.added + counts.similar, 'client')} added`
}

/** A sentence with the number of rows per outcome; each row counts once. */
export function rowWords({ counts, unread }: ImportRecord): string {
  const { similar, completed, unchanged, known, skipped, empty, refused } = counts
  const parts = [
    similar && `${countWords(similar, 'possible duplicate')} kept as new`,
    completed && `${countWords(completed, 'row')} added to existing clients`,
    unchanged && `${countWords(unchanged, 'row')} with nothing new`,
    known && `${countWords(known, 'row')} imported before`,
    skipped && `${countWords(skipped, 'row')} skipped`,
    empty && `${countWords(empty, 'empty row')} ignored`,
    refused && `${countWords(refused, 'row')} could not be imported`,
    unread && `${countWords(unread, 'row')} with something not understood, kept in the notes`,
  ].filter(Boolean)
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const all = countWords(rows, 'row')
  return parts.length > 0 ? `${all}: ${parts.join(', ')}.` : `${all}.`
}

/** `6 clients deleted, 1 as before, 2 edited since and kept` */
export function undoneWords({ deleted, restored, kept }: ImportUndone): string {
  const parts = [
    `${countWords(deleted, 'client')} deleted`,
    restored && `${restored} as before`,
    kept && `${kept} edited since and kept`,
  ].filter(Boolean)
  return parts.join(', ')
}

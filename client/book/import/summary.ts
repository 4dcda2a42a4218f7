import type { NamedText } from '#shared/clients/import/import-row.ts'
import { csv } from '#shared/lib/csv.ts'
import type { ImportLine, ImportOutcome, Likeness } from './types.ts'

const COLUMNS = [
  'Row',
  'Name',
  'What became of it',
  'Looks like',
  'Filled in',
  'Left as it was (the file says)',
  'Not understood (kept in the notes)',
  'Reason',
]

const outcomeWords: Record<ImportOutcome, string> = {
  added: 'Added',
  similar: 'Added; possible duplicate',
  completed: 'Existing client updated',
  unchanged: 'Existing client, nothing new',
  known: 'Imported before',
  skipped: 'Skipped by choice',
  empty: 'Empty row, ignored',
  refused: 'Could not be imported',
}

const likenessWords: Record<Likeness, string> = {
  id: 'same client id',
  email: 'same e-mail address',
  phone: 'same phone number',
  name: 'same name',
}

/** A table with a line for each row of the file. */
export function summaryCsv(lines: readonly ImportLine[]): string {
  return csv(
    COLUMNS,
    lines.map(({ row, name, outcome, like, filled = [], left = [], unread = [], reason = '' }) => [
      row,
      name,
      outcomeWords[outcome],
      like ? likeWords(like) : '',
      filled.join('; '),
      texts(left),
      texts(unread),
      reason,
    ]),
  )
}

function likeWords({ why, of }: NonNullable<ImportLine['like']>): string {
  return `${of.name}${of.row === undefined ? '' : ` (row ${of.row})`}: ${likenessWords[why]}`
}

function texts(cells: readonly NamedText[]): string {
  return cells.map(({ column, value }) => `${column}: ${value}`).join('; ')
}

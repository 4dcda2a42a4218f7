import type {
  DuplicateChoice,
  Encoding,
  ImportColumn,
  ImportDuplicate,
  ImportPlan,
  Likeness,
  UndoRefusal,
} from '#client/data/import/types.ts'
import type { DateOrder } from '#shared/clients/import/date-parser.ts'
import { getTargetLabel } from '#shared/clients/import/import-columns.ts'
import type { ImportKind, ImportReport, ImportUndo } from '#shared/clients/imports.ts'
import { pluralize } from '#shared/lib/format-number.ts'

export const dateOrderTexts: Record<DateOrder, string> = {
  day: 'Day first: 11/03 is 11 March',
  month: 'Month first: 11/03 is 3 November',
}

export const encodingTexts: Record<Encoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows)',
  macintosh: 'Western European (Mac)',
  ibm850: 'Western European (MS-DOS)',
  'windows-1250': 'Central European (Windows)',
  'windows-1257': 'Baltic (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'windows-1253': 'Greek (Windows)',
  'windows-1254': 'Turkish (Windows)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
  'euc-kr': 'Korean (EUC-KR)',
}

const choiceTexts: Record<DuplicateChoice, string> = {
  skip: 'Skip',
  fill: 'Add what is missing',
  import: 'Import as new',
}

/** The kinds of rows that match a client or an earlier row, with the texts of their choices. */
export const duplicateKinds = [
  { kind: 'same', title: 'Already in your clients', choiceTexts },
  {
    kind: 'joined',
    title: 'More rows of a new client',
    choiceTexts: { ...choiceTexts, fill: 'Join the rows' },
  },
  { kind: 'similar', title: 'Possible duplicates', choiceTexts },
] as const

const likenessTexts: Record<Likeness, string> = {
  id: 'The same client as',
  email: 'Same email address as',
  phone: 'Same telephone number as',
  name: 'Same name as',
}

/** `Same email address as Kenji Arai (row 3)` */
export function formatDuplicate({ likeness, person }: ImportDuplicate): string {
  const row = person.row === undefined ? '' : ` (row ${person.row})`
  return `${likenessTexts[likeness]} ${person.name || 'a client without a name'}${row}`
}

/** `Column 1 is Name, Column 2 is Email` */
export function formatRecognized(columns: readonly ImportColumn[]): string {
  return columns
    .filter(({ target }) => target !== 'rest')
    .map(({ name, target }) => `${name} is ${getTargetLabel(target)}`)
    .join(', ')
}

/** `214 rows: 200 new clients, 10 possible duplicates, 4 empty rows` */
export function formatPlan(plan: ImportPlan): string {
  const { rows, newClients, importedBefore, empty, same, joined, similar, problems } = plan
  const parts = [
    `${pluralize(newClients, 'new client')}`,
    same.count && `${same.count} already in your clients`,
    joined.count &&
      `${pluralize(joined.count, 'row')} that ${joined.count === 1 ? 'joins' : 'join'} another row`,
    similar.count && `${pluralize(similar.count, 'possible duplicate')}`,
    importedBefore && `${importedBefore} imported before`,
    empty && `${pluralize(empty, 'empty row')}`,
    problems.count && `${pluralize(problems.count, 'row')} that cannot be imported`,
  ].filter(Boolean)
  return `${pluralize(rows, 'row')}: ${parts.join(', ')}`
}

/** `6 clients added` */
export function formatImportResult({ counts }: ImportReport): string {
  return `${pluralize(counts.added + counts.similar, 'client')} added`
}

/** A sentence with the number of rows per outcome; each row counts once. */
export function formatRowCounts({ counts, unreadable, differing }: ImportReport): string {
  const { similar, completed, joined, unchanged, known, skipped, empty, refused } = counts
  const parts = [
    similar && `${pluralize(similar, 'possible duplicate')} kept as new`,
    completed && `${pluralize(completed, 'row')} added to existing clients`,
    joined && `${pluralize(joined, 'row')} joined with another row`,
    unchanged && `${pluralize(unchanged, 'row')} with nothing new`,
    known && `${pluralize(known, 'row')} imported before`,
    skipped && `${pluralize(skipped, 'row')} skipped`,
    empty && `${pluralize(empty, 'empty row')} ignored`,
    refused && `${pluralize(refused, 'row')} could not be imported`,
    differing &&
      `${pluralize(differing, 'row')} with something else than the client has, which stayed`,
    unreadable &&
      `${pluralize(unreadable, 'row')} with something not understood, kept in the notes`,
  ].filter(Boolean)
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const all = pluralize(rows, 'row')
  return parts.length > 0 ? `${all}: ${parts.join(', ')}.` : `${all}.`
}

/** `6 clients deleted, 1 as before. 2 clients were kept because of another import.` */
export function formatUndo({ deleted, restored, changed, shared }: ImportUndo): string {
  const taken = [`${pluralize(deleted, 'client')} deleted`, restored && `${restored} as before`]
  return [
    `${taken.filter(Boolean).join(', ')}.`,
    changed && formatKept(changed, 'a change, a journey or something unfinished since then'),
    shared && formatKept(shared, 'another import'),
  ]
    .filter(Boolean)
    .join(' ')
}

function formatKept(count: number, reason: string): string {
  return `${pluralize(count, 'client')} ${count === 1 ? 'was' : 'were'} kept because of ${reason}.`
}

export const undoRefusals: Record<UndoRefusal, string> = {
  'first sync': 'An import can be undone once the first sync of this device is complete.',
}

export const fileTexts: Record<ImportKind, string> = {
  csv: 'CSV file',
  vcard: 'vCard file',
  json: 'JSON file',
}

/** `2 telephone numbers were destroyed by a spreadsheet` */
export function formatDestroyed(count: number): string {
  return `${pluralize(count, 'telephone number')} ${count === 1 ? 'was' : 'were'} destroyed by a spreadsheet such as Excel`
}

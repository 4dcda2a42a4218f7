import { parseAddresses } from '#shared/clients/email-addresses.ts'
import type { ImportTarget } from '#shared/clients/import/import-columns.ts'
import { parsePhoneCell } from '#shared/clients/import/phone-cells.ts'
import { normalizeForSearch } from '#shared/lib/normalize-text.ts'

// Recognises what the columns of a list contain where their names do not say it.

/** Rows at the start of a list by which its columns are recognised. */
const SAMPLE_ROWS = 1000
/** Least part of a column's filled cells that must be of one kind. */
const LEAST_PART = 0.7
/** Least part of the rows that must have a name, an address or a number. */
const LEAST_PEOPLE = 1 / 2

/** A cell that has an address, alone or with a name as in `Kari Vik <kari@example.com>`. */
function isAddressCell(cell: string): boolean {
  const { addresses, rest } = parseAddresses(cell)
  return addresses.length > 0 && (rest === '' || /^[^<>@]*<[^<>\s]+@[^<>\s]+>$/.test(cell.trim()))
}

const DATE =
  /^\d{4}[-./]\d{1,2}[-./]\d|^\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b|^(?:19|20)\d\d[01]\d[0-3]\d$/
/** An address of the Internet, an amount or a time of day. */
const OTHER_NUMBER = /^\d{1,3}(?:\.\d{1,3}){3}$|^\d+[.,]\d{1,2}$|\d:\d\d/
const DIGITS = { least: 6, most: 15 }

/** A cell with telephone numbers and nothing else. */
function isNumberCell(cell: string): boolean {
  const parts = parsePhoneCell(cell)
  return parts.every(({ kind, value }) => kind === 'destroyed' || isPlainNumber(value))
}

function isPlainNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  const isFourPairs = /^\d\d(?:\.\d\d){3}$/.test(text)
  return (
    /^(?:\+|\(|\d)[\d\s().+/-]*$/.test(text) &&
    digits >= DIGITS.least &&
    digits <= DIGITS.most &&
    !DATE.test(text) &&
    (isFourPairs || !OTHER_NUMBER.test(text))
  )
}

/** A number that is no customer number or price: international, or with its digits in groups. */
const isClearNumber = (cell: string) => /^\+|^00|^\(|\d[\s/-]\d/.test(cell)

/** Whether a row has an email address or a telephone number. */
export function hasContactDetails(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '' && (isAddressCell(cell) || isNumberCell(cell)))
}

const NAME_WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u
const MAX_NAME_WORDS = 5
const MAX_NAME_LENGTH = 60

const splitWords = (cell: string) => cell.split(/[\s,]+/).filter((word) => word !== '')

/** A cell that may be a name: a few words without digits. */
function isNameCell(cell: string): boolean {
  const words = splitWords(cell)
  return (
    cell.length <= MAX_NAME_LENGTH &&
    words.length <= MAX_NAME_WORDS &&
    !/[.:!?]$/.test(cell.replace(/\b(?:\p{Lu}|jr|sr)\.$/iu, '')) &&
    words.every((word) => NAME_WORD.test(word) || word === '&')
  )
}

const PARTICLE = /^(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|av|af|zu|og|and|&)$/i

/** A cell that is surely a name: several words that begin with capitals. */
export function isFullNameCell(cell: string): boolean {
  const words = splitWords(cell)
  const isCapital = (word: string) => /^\p{Lu}/u.test(word) || PARTICLE.test(word)
  return words.length > 1 && isNameCell(cell) && words.every(isCapital)
}

const isSingleWord = (cell: string) => splitWords(cell).length === 1

/** What the columns contain, by index; empty if the rows are no list of people. */
export function recognizeColumns(rows: readonly (readonly string[])[]): Map<number, ImportTarget> {
  const sample = rows
    .slice(0, SAMPLE_ROWS)
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''))
  const columns = new Columns(sample)
  const addresses = columns.find(isAddressCell)
  const numbers = columns.find(isNumberCell)
  const hasClearNumber = columns.find(isClearNumber).some((at) => numbers.includes(at))
  const found = new Map<number, ImportTarget>()
  for (const at of addresses) found.set(at, 'email')
  for (const at of numbers) found.set(at, 'phone')
  const hasContacts = addresses.length > 0 || hasClearNumber
  const names = findNameColumns(columns, {
    taken: [...found.keys()],
    isName: hasContacts ? isNameCell : isPersonCell(found.size > 0),
  })
  for (const [at, target] of names) found.set(at, target)
  // Several addresses in a row without a name are several people, and numbers beside other texts
  // are a log.
  const isList =
    names.length > 0
      ? hasContacts || found.size > names.length || names[0]?.[0] === 0
      : addresses.length === 1 || (hasClearNumber && columns.width === 1)
  const people = sample.filter((row) => [...found.keys()].some((at) => row[at]))
  return isList && people.length >= sample.length * LEAST_PEOPLE ? found : new Map()
}

/** The columns with addresses or numbers. */
export function findContactColumns(rows: readonly (readonly string[])[]): number[] {
  return [...recognizeColumns(rows)].flatMap(([at, target]) => (isNameTarget(target) ? [] : [at]))
}

const isNameTarget = (target: ImportTarget) =>
  target === 'name' || target === 'firstName' || target === 'lastName'

/** Without numbers beside them, single words are no names. */
const isPersonCell = (hasNumbers: boolean) => (cell: string) =>
  isFullNameCell(cell) || (hasNumbers && isNameCell(cell) && /^\p{Lu}/u.test(cell))

class Columns {
  readonly width: number

  constructor(private readonly rows: readonly (readonly string[])[]) {
    this.width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  }

  get(at: number): string[] {
    return this.rows.flatMap((row) => row[at] || [])
  }

  isMostly(at: number, test: (cell: string) => boolean): boolean {
    const cells = this.get(at)
    return cells.length > 0 && cells.filter(test).length >= cells.length * LEAST_PART
  }

  /** The columns whose cells are mostly of a kind. */
  find(test: (cell: string) => boolean): number[] {
    return Array.from({ length: this.width }, (_, at) => at).filter((at) => this.isMostly(at, test))
  }

  /** Whether words of a column stand in the addresses of the same rows; true without addresses. */
  isInAddresses(at: number): boolean {
    const rows = this.rows.filter((row) => row.some(isAddressCell))
    const isInside = (row: readonly string[]) => {
      const word = toLetters(row[at] ?? '')
      return (
        word !== '' && row.some((cell) => isAddressCell(cell) && toLetters(cell).includes(word))
      )
    }
    return rows.length === 0 || rows.some(isInside)
  }
}

const toLetters = (text: string) => normalizeForSearch(text).replaceAll(/[^a-z]/g, '')

interface NameSearch {
  /** Columns of another kind. */
  taken: readonly number[]
  isName: (cell: string) => boolean
}

/** The first column of names; a first name and a last name may have two. */
function findNameColumns(
  columns: Columns,
  { taken, isName }: NameSearch,
): [number, ImportTarget][] {
  const [first, second] = columns.find(isName).filter((at) => !taken.includes(at))
  if (first === undefined) return []
  const areParts =
    second === first + 1 &&
    [first, second].every((at) => columns.isMostly(at, isSingleWord)) &&
    columns.isInAddresses(second)
  if (!areParts) return [[first, 'name']]
  return [
    [first, 'firstName'],
    [second, 'lastName'],
  ]
}

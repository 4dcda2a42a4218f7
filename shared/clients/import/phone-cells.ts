import { clientFields } from '#shared/clients/client-fields.ts'
import { isFaxLabel } from './value-labels.ts'

/** A part of a cell with telephone numbers. */
export interface PhonePart {
  /**
   * `fax`: a number that cannot be called, also of a pager. `destroyed`: a number whose last digits a
   * spreadsheet has removed. `text`: no number.
   */
  kind: 'number' | 'fax' | 'destroyed' | 'text'
  value: string
  /** What the cell calls the number. */
  label?: string
}

/** Least number of digits of a telephone number. */
const MIN_DIGITS = 5
/** Least number of digits on both sides of a sign that may also be inside a number. */
const MIN_LOOSE_DIGITS = 7

const SEPARATOR =
  / ::: |\n|[;|]|,(?=\s|\+)| \/ |\s+(?:or|and|og|eller|oder|und|ou|et|och|tai|&)\s+/i

const LABEL_NAMES =
  'm|mob|mobil|mobile|cell|c|t|tel|tlf|ph|phone|telefon|telephone|work|w|arb|arbeid|jobb|job|office|kontor|home|h|hjem|hjemme|p|priv|privat|private|direct|direkte|direktnr|sentralbord|main'

/** A slash or a dash, which may be inside one number, or the start of the next number. */
const LOOSE_SEPARATORS = [
  /\//,
  new RegExp(
    String.raw`\s+[-+\u2013\u2014]\s+|\s*[•·]\s*|(?<=\d)\s*(?=\+\d)|(?<=\d)\s+(?=(?:${LABEL_NAMES}|fax|faks|telefax|telefaks)[.:]?\s*[+(\d])`,
    'i',
  ),
]

const countDigits = (text: string) => text.replaceAll(/\D/g, '').length

/** The telephone numbers in a cell. Text that is no number is kept as it is. */
export function parsePhoneCell(cell: string): PhonePart[] {
  const text = cell.trim()
  if (/^\w+:/.test(text) && URI.test(text)) return [parsePhone(text)]
  const pieces = splitNumbers(text, SEPARATOR, MIN_DIGITS) ?? [text]
  return pieces
    .flatMap(splitLoosely)
    .map((piece) => parsePhone(piece.replaceAll(/\s*\n\s*/g, ', ')))
}

function splitLoosely(text: string): string[] {
  for (const separator of LOOSE_SEPARATORS) {
    const pieces = splitNumbers(text, separator, MIN_LOOSE_DIGITS)
    if (pieces) return pieces
  }
  return [text]
}

/** Undefined unless there are several pieces, each with enough digits for a number. */
function splitNumbers(text: string, separator: RegExp, least: number): string[] | undefined {
  const pieces = text.split(separator).map((piece) => piece.trim())
  const several = pieces.filter((piece) => piece !== '')
  const areNumbers = several.length > 1 && several.every((piece) => countDigits(piece) >= least)
  return areNumbers ? several : undefined
}

const LABELLED = /^(\p{L}[\p{L} .-]{0,30}?)(?:\s*[:.]\s*|\s+)(?=[+(\d])/u
/** Words before or after a number that say what it is. */
const LABEL_WORDS = new RegExp(String.raw`^(?:${LABEL_NAMES})\.?$`, 'i')

function parsePhone(text: string): PhonePart {
  const uri = URI.exec(text)
  if (uri) return { kind: 'number', value: parseUri(text.slice(uri[0].length)) }
  const [before = '', name = ''] = LABELLED.exec(text) ?? []
  const label = name.trim()
  if (label && isFaxLabel(label)) return { kind: 'fax', value: text.slice(before.length), label }
  if (isFaxLabel(text)) return { kind: 'fax', value: text }
  const number = parseSpreadsheetNumber(text)
  if (number !== undefined) return number
  if (label && LABEL_WORDS.test(label) && isNumber(text.slice(before.length)))
    return { kind: 'number', value: text.slice(before.length), label }
  return { kind: isNumber(text) ? 'number' : 'text', value: text }
}

function isNumber(text: string): boolean {
  return countDigits(text) >= MIN_DIGITS && text.length <= clientFields.phone.max
}

const URI = /^(?:tel|callto|sms|whatsapp):(?:\/\/)?(?=[+\d(%])/i

/** `+4790000001;ext=12` of RFC 3966. */
function parseUri(text: string): string {
  const [number = '', ...params] = decodeUri(text).split(/[;?]/)
  const find = (name: string) =>
    params.find((param) => param.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const context = find('phone-context')
  const extension = find('ext')
  const whole =
    context?.startsWith('+') && !number.startsWith('+') ? `${context} ${number}` : number
  return extension ? `${whole} ext. ${extension}` : whole
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Undoes what Excel does to a telephone number, unless digits are lost. */
function parseSpreadsheetNumber(text: string): PhonePart | undefined {
  const plain = text.replace(/^=\s*(?=[+\d])/, '').replace(/^'/, '')
  if (/^#{3,}$|^#(?:name\?|value!|ref!|num!|n\/a|div\/0!)$/i.test(plain))
    return { kind: 'destroyed', value: text }
  const [, plus = '', first, rest = '', power] =
    /^(\+?)(\d)(?:[.,](\d+))?e\+?(\d{1,3})$/i.exec(plain) ?? []
  if (first !== undefined)
    return rest.length < Number(power)
      ? { kind: 'destroyed', value: text }
      : { kind: 'number', value: plus + first + rest.slice(0, Number(power)) }
  const whole = /^(\+?\d{5,})[.,]0{1,2}$/.exec(plain)?.[1]
  if (whole !== undefined) return { kind: 'number', value: whole }
  return plain === text ? undefined : { kind: isNumber(plain) ? 'number' : 'text', value: plain }
}

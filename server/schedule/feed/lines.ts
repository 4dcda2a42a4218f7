import { detectUtf16 } from '#shared/lib/normalize-text.ts'

/** A calendar component: its own unfolded content lines; nested components are in `children`. */
export interface RawComponent {
  name: string
  lines: string[]
  children: RawComponent[]
  /** The file ends within it, so lines of it may be missing. */
  isCut: boolean
}

/** One content line, taken apart. Names of parameters are in upper case. */
export interface RawProperty {
  value: string
  parameters: Record<string, string>
}

/** Properties that decide when the owner is busy, or name an entry; others are dropped. */
const RELEVANT_PROPERTIES =
  /^\s*(?:[\w-]+\.)?(UID|SEQUENCE|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|EXRULE|RECURRENCE-ID|TRANSP|STATUS|CLASS|SUMMARY|ATTENDEE|TZID|X-LIC-LOCATION|TZOFFSETFROM|TZOFFSETTO|FREEBUSY|X-MICROSOFT-CDO-BUSYSTATUS|X-MICROSOFT-CDO-INTENDEDSTATUS|X-MICROSOFT-CDO-ALLDAYEVENT|X-FUNAMBOL-ALLDAY|X-WR-TIMEZONE|TIMEZONE-ID|X-WR-CALNAME)\s*[;:]/i

/** Properties that only entries have. If one is outside an entry, a BEGIN or END was lost. */
const ENTRY_PROPERTIES = /^\s*(DTSTART|DTEND|RRULE|RECURRENCE-ID)\s*[;:]/i

const RELEVANT_COMPONENTS = [
  'VEVENT',
  'VFREEBUSY',
  'VTIMEZONE',
  'STANDARD',
  'DAYLIGHT',
  'VAVAILABILITY',
  'AVAILABLE',
]

/** Components that stand side by side in a calendar; the start of one ends the one before. */
const ENTRY_COMPONENTS = ['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE', 'VAVAILABILITY']

/** A fold before the rest of a letter, as bytes: lines are folded by octets (RFC 5545, 3.1). */
const FOLD_IN_LETTER = /(?:\r*\n|\r)[ \t](?=[\x80-\xbf])/g

/** The text of a file in UTF-8 or, saved by hand on Windows, in UTF-16. */
export function decodeFeed(file: Uint8Array): string {
  const utf16 = detectUtf16(file)
  if (utf16) return new TextDecoder(utf16).decode(file)
  const { buffer, byteOffset, length } = file
  const bytes = Buffer.from(buffer, byteOffset, length).toString('latin1')
  const whole = bytes.replace(FOLD_IN_LETTER, '')
  return new TextDecoder().decode(Buffer.from(whole, 'latin1'))
}

/**
 * Parses calendars; undefined if the text contains none or ends before the last one does. What
 * stands around calendars is skipped, unless it is of an entry, and a missing BEGIN or END is
 * supplied.
 */
export function parseCalendars(text: string): RawComponent[] | undefined {
  const reader = new ComponentReader()
  for (const line of unfoldLines(cleanText(text)))
    for (const own of splitAtRareEnds(line)) reader.read(own)
  return reader.finish()
}

class ComponentReader {
  private readonly calendars: RawComponent[] = []
  /** The open components: the calendar, an entry, and what is nested in that. */
  private open: RawComponent[] = []
  /** The open calendar had its END, but another entry followed. */
  private hasEnded = false

  read(line: string): void {
    const { mark, name } = parseBoundary(line)
    if (mark === 'BEGIN') this.begin(name)
    else if (mark === 'END') this.end(name)
    else if (RELEVANT_PROPERTIES.test(line)) this.addLine(line)
  }

  finish(): RawComponent[] | undefined {
    if (this.hasEnded) {
      for (const component of this.open.slice(1)) component.isCut = true
      this.closeTo(0)
    }
    return this.open.length === 0 && this.calendars.length > 0 ? this.calendars : undefined
  }

  private begin(name: string): void {
    if (name === 'VCALENDAR') {
      this.closeTo(0)
      this.open.push(createComponent(name))
      return
    }
    if (ENTRY_COMPONENTS.includes(name)) {
      this.openCalendar()
      this.closeTo(1)
    } else if (name === 'STANDARD' || name === 'DAYLIGHT') this.closeTo(2)
    if (this.open.length > 0) this.open.push(createComponent(name))
  }

  /** An entry outside belongs to the calendar before it, or to one whose BEGIN was lost. */
  private openCalendar(): void {
    if (this.open.length > 0) return
    const before = this.calendars.pop()
    this.hasEnded = before !== undefined
    this.open.push(before ?? createComponent('VCALENDAR'))
  }

  private end(name: string): void {
    const index = this.open.findLastIndex((component) => component.name === name)
    if (index >= 0) this.closeTo(index)
    else if (name === 'VEVENT' && this.open[1]) {
      // The name in its BEGIN was garbled.
      this.open[1].name = name
      this.closeTo(1)
    }
  }

  private addLine(line: string): void {
    const isOfEntry = ENTRY_PROPERTIES.test(line)
    if (isOfEntry || this.calendars.length === 0) this.openCalendar()
    if (isOfEntry && this.open.length === 1) this.open.push(createComponent('VEVENT'))
    const isNested = this.open.length > 2 && this.open[1]?.name === 'VEVENT'
    this.open.at(isOfEntry && isNested ? 1 : -1)?.lines.push(line)
  }

  private closeTo(depth: number): void {
    while (this.open.length > depth) {
      const inner = this.open.pop()
      const outer = this.open.at(-1)
      if (!inner) return
      if (!outer) {
        this.calendars.push(inner)
        this.hasEnded = false
      } else if (RELEVANT_COMPONENTS.includes(inner.name)) outer.children.push(inner)
    }
  }
}

function createComponent(name: string): RawComponent {
  return { name, lines: [], children: [], isCut: false }
}

const BOUNDARY = /^\s*(BEGIN|END)\s*:\s*([\w-]+)\s*$/i

function parseBoundary(line: string): { mark: string; name: string } {
  const [, mark = '', name = ''] = BOUNDARY.exec(line) ?? []
  return { mark: mark.toUpperCase(), name: name.toUpperCase() }
}

/** Line ends of other systems: vertical tab, form feed, separators, NEL, and those of Unicode. */
const RARE_ENDS = '\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029'
const RARE_END = new RegExp(`[${RARE_ENDS}]`)
/** In Latin-1, NEL is a byte that UTF-8 does not have. */
const END_OF_FIRST_LINE = new RegExp(`BEGIN\\s*:\\s*VCALENDAR[ \\t]*([${RARE_ENDS}\\ufffd])?`, 'i')

/** Control characters, except those that end or indent a line, and invisible ones. */
const UNPRINTABLE = new RegExp(`(?![\\t\\n\\r${RARE_ENDS}])[\\p{Cc}\\p{Cf}]`, 'gu')

/** Removes characters that nobody sees, and makes the file's own line ends line feeds. */
function cleanText(text: string): string {
  const printable = text.replace(UNPRINTABLE, '')
  const rareEnd = END_OF_FIRST_LINE.exec(printable)?.[1]
  const lines = rareEnd ? printable.replaceAll(rareEnd, '\n') : printable
  return /\r(?!\n)/.test(lines) ? lines.replace(/\r+\n?/g, '\n') : lines
}

/** The beginning of a content line, in capitals as almost all programs write it. */
const ANY_PROPERTY = /^\s*[A-Z][A-Z-]{2,}\s*[;:]/

function isProperty(line: string): boolean {
  return RELEVANT_PROPERTIES.test(line) || ANY_PROPERTY.test(line)
}

/**
 * The unfolded content lines, without empty ones. An indented line continues the one before, unless
 * an empty line precedes it and it is a property of its own: then the file itself is indented.
 */
function* unfoldLines(text: string): Generator<string> {
  let whole: string[] = []
  let isAfterEmpty = false
  for (const part of splitLines(text)) {
    const isIndented = part.startsWith(' ') || part.startsWith('\t')
    const isOwnLine = isAfterEmpty && isProperty(part)
    isAfterEmpty = part.trim() === ''
    if (isIndented && !isOwnLine) whole.push(part.slice(1))
    else if (part !== '') {
      if (whole.length > 0) yield whole.join('')
      whole = [part]
    }
  }
  if (whole.length > 0) yield whole.join('')
}

/** Yields one line at a time: an array of all lines would take as much memory as the feed again. */
function* splitLines(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
  }
}

/** Properties with texts or names that people write, which may contain any character. */
const TEXT_PROPERTIES = /^\s*(SUMMARY|ATTENDEE|X-WR-CALNAME)\s*[;:]/i

/** What makes no time free: it begins a line of its own even if it was meant as text. */
const BUSY_LINE =
  /^(BEGIN|END|DTSTART|DTEND|DURATION|RRULE|RDATE|RECURRENCE-ID|SEQUENCE|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO|X-WR-TIMEZONE|X-MICROSOFT-CDO-ALLDAYEVENT)[;:]/

/**
 * Takes apart lines whose ends were replaced by others. A text may contain those characters: what
 * follows one there is only a line if it makes no time free.
 */
function* splitAtRareEnds(line: string): Generator<string> {
  if (!RARE_END.test(line)) {
    yield line
    return
  }
  const [first = '', ...others] = line.split(RARE_END)
  let open = openLine(first)
  for (const part of others) {
    if (open.isText ? BUSY_LINE.test(part) : open.hasValue && isProperty(part)) {
      yield open.whole
      open = openLine(part)
    } else {
      open.whole += open.isText && open.hasValue ? ` ${part}` : part.replace(/^[ \t]/, '')
      open.hasValue ||= part.includes(':')
    }
  }
  yield open.whole
}

function openLine(part: string): { whole: string; isText: boolean; hasValue: boolean } {
  const isKnown = RELEVANT_PROPERTIES.test(part) || BOUNDARY.test(part)
  return {
    whole: part,
    isText: !isKnown || TEXT_PROPERTIES.test(part),
    hasValue: part.includes(':'),
  }
}

/** The properties of a component by their names in upper case, in the file's order. */
export class Properties {
  private readonly linesByName = new Map<string, string[]>()

  constructor({ lines }: RawComponent) {
    for (const line of lines) {
      const name = RELEVANT_PROPERTIES.exec(line)?.[1]?.toUpperCase() ?? ''
      const known = this.linesByName.get(name)
      if (known) known.push(line)
      else this.linesByName.set(name, [line])
    }
  }

  /**
   * Some programs do not quote parameters with colons; `isValue` recognises the text after the
   * colon that ends them.
   */
  list(name: string, isValue?: (value: string) => boolean): RawProperty[] {
    return (this.linesByName.get(name) ?? []).map((line) => parseProperty(line, isValue))
  }

  first(name: string, isValue?: (value: string) => boolean): RawProperty | undefined {
    const [line] = this.linesByName.get(name) ?? []
    return line === undefined ? undefined : parseProperty(line, isValue)
  }

  /** The text of a property, without escapes; empty if there is none. */
  text(name: string): string {
    return unescapeText(this.first(name)?.value ?? '').trim()
  }

  /** Whether all properties of this name, and at least one, have this value. */
  says(name: string, word: string): boolean {
    const values = this.listWords(name)
    return values.length > 0 && values.every((value) => value === word)
  }

  /** Whether a property of this name has one of these values. */
  has(name: string, words: string[]): boolean {
    return this.listWords(name).some((value) => words.includes(value))
  }

  private listWords(name: string): string[] {
    return this.list(name).map(({ value }) => value.trim().toUpperCase())
  }
}

/** How much of a line is searched for the colon before its value. */
const MAX_PARAMETERS_LENGTH = 4000
/** Colons tried in a line; more are in no real one. */
const MAX_COLONS = 20

function parseProperty(line: string, isValue?: (value: string) => boolean): RawProperty {
  const start = line.slice(0, MAX_PARAMETERS_LENGTH)
  const colons = [...findColons(start, true), ...findColons(start, false)]
  const at = colons.find((colon) => isValue?.(line.slice(colon + 1))) ?? colons[0]
  if (at === undefined) return { value: '', parameters: {} }
  return { value: line.slice(at + 1), parameters: parseParameters(line.slice(0, at)) }
}

function* findColons(start: string, respectQuotes: boolean): Generator<number> {
  let isQuoted = false
  let found = 0
  for (let at = 0; at < start.length && found < MAX_COLONS; at++) {
    if (respectQuotes && start[at] === '"') isQuoted = !isQuoted
    else if (start[at] === ':' && !isQuoted && ++found) yield at
  }
}

function parseParameters(text: string): Record<string, string> {
  const parts = text.match(/(?:"[^"]*"|[^;])+/g) ?? []
  return Object.fromEntries(
    parts.slice(1).map((part) => {
      const [name = '', ...value] = part.split('=')
      return [name.trim().toUpperCase(), decodeParameter(value.join('='))]
    }),
  )
}

/** RFC 6868, and without the quotes and backslashes that belong to text. */
function decodeParameter(value: string): string {
  return value
    .replaceAll('"', '')
    .replace(/\\(.)/g, '$1')
    .replaceAll("^'", '"')
    .replaceAll('^^', '^')
    .trim()
}

function unescapeText(text: string): string {
  return text.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1')
}

/** A calendar component: its own unfolded content lines; nested components are in `parts`. */
export interface RawComponent {
  name: string
  lines: string[]
  parts: RawComponent[]
}

/** Properties that decide when the owner is busy; others, such as descriptions, are dropped. */
const KEPT =
  /^(UID|SEQUENCE|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRANSP|STATUS|TZID|X-LIC-LOCATION|TZOFFSETFROM|TZOFFSETTO|FREEBUSY|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i

const KEPT_PARTS = ['VEVENT', 'VFREEBUSY', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']

const LONGEST_LINE = 100_000

/** Parses calendars; undefined if the text is not a calendar or is cut off before its end. */
export function readCalendars(text: string): RawComponent[] | undefined {
  const root = component('')
  const open = [root]
  for (const line of contentLines(text)) {
    const { mark, name } = boundaryOf(line)
    if (mark === 'BEGIN') open.push(component(name))
    else if (open.length === 1) return undefined
    else if (mark === 'END' && !close(open, name)) return undefined
    else if (KEPT.test(line) && line.length < LONGEST_LINE) open.at(-1)?.lines.push(line)
  }
  return open.length === 1 && root.parts.length > 0 ? root.parts : undefined
}

function close(open: RawComponent[], name: string): boolean {
  const inner = open.pop()
  if (inner?.name !== name) return false
  if (isKept(inner)) open.at(-1)?.parts.push(inner)
  return true
}

function component(name: string): RawComponent {
  return { name, lines: [], parts: [] }
}

function boundaryOf(line: string): { mark: string; name: string } {
  const [, mark = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
  return { mark: mark.toUpperCase(), name: name.toUpperCase() }
}

function isKept({ name }: RawComponent): boolean {
  return name === 'VCALENDAR' || KEPT_PARTS.includes(name)
}

/** The unfolded content lines, without empty ones. */
function* contentLines(text: string): Generator<string> {
  let whole: string[] = []
  for (const part of linesOf(text)) {
    if (part.startsWith(' ') || part.startsWith('\t')) whole.push(part.slice(1))
    else {
      if (whole.length > 0) yield whole.join('')
      whole = part.trim() === '' ? [] : [part]
    }
  }
  if (whole.length > 0) yield whole.join('')
}

/** Yields one line at a time: an array of all lines would take as much memory as the feed again. */
function* linesOf(text: string): Generator<string> {
  let start = text.startsWith('\ufeff') ? 1 : 0
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
  }
}

/** The component as iCalendar text, for `ical.js`. */
export function written({ name, lines, parts }: RawComponent): string {
  return [`BEGIN:${name}`, ...lines, ...parts.map(written), `END:${name}`].join('\r\n')
}

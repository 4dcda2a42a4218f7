/** A calendar component: its own unfolded content lines; nested components are in `children`. */
export interface RawComponent {
  name: string
  lines: string[]
  children: RawComponent[]
}

/** Properties that decide when the owner is busy; others, such as descriptions, are dropped. */
const RELEVANT_PROPERTIES =
  /^(UID|SEQUENCE|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TRANSP|STATUS|TZID|X-LIC-LOCATION|TZOFFSETFROM|TZOFFSETTO|FREEBUSY|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i

const RELEVANT_COMPONENTS = ['VEVENT', 'VFREEBUSY', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']

const MAX_LINE_LENGTH = 100_000

/** Parses calendars; undefined if the text is not a calendar or is cut off before its end. */
export function parseCalendars(text: string): RawComponent[] | undefined {
  const root = createComponent('')
  const open = [root]
  for (const line of unfoldLines(text)) {
    const { mark, name } = parseBoundary(line)
    if (mark === 'BEGIN') open.push(createComponent(name))
    else if (open.length === 1) return undefined
    else if (mark === 'END' && !closeComponent(open, name)) return undefined
    else if (RELEVANT_PROPERTIES.test(line) && line.length < MAX_LINE_LENGTH)
      open.at(-1)?.lines.push(line)
  }
  return open.length === 1 && root.children.length > 0 ? root.children : undefined
}

function closeComponent(open: RawComponent[], name: string): boolean {
  const inner = open.pop()
  if (inner?.name !== name) return false
  if (isRelevantComponent(inner)) open.at(-1)?.children.push(inner)
  return true
}

function createComponent(name: string): RawComponent {
  return { name, lines: [], children: [] }
}

function parseBoundary(line: string): { mark: string; name: string } {
  const [, mark = '', name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
  return { mark: mark.toUpperCase(), name: name.toUpperCase() }
}

function isRelevantComponent({ name }: RawComponent): boolean {
  return name === 'VCALENDAR' || RELEVANT_COMPONENTS.includes(name)
}

/** The unfolded content lines, without empty ones. */
function* unfoldLines(text: string): Generator<string> {
  let whole: string[] = []
  for (const part of splitLines(text)) {
    if (part.startsWith(' ') || part.startsWith('\t')) whole.push(part.slice(1))
    else {
      if (whole.length > 0) yield whole.join('')
      whole = part.trim() === '' ? [] : [part]
    }
  }
  if (whole.length > 0) yield whole.join('')
}

/** Yields one line at a time: an array of all lines would take as much memory as the feed again. */
function* splitLines(text: string): Generator<string> {
  let start = text.startsWith('\ufeff') ? 1 : 0
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end)
    start = end + 1
  }
}

/** The component as iCalendar text, for `ical.js`. */
export function serializeComponent({ name, lines, children }: RawComponent): string {
  return [`BEGIN:${name}`, ...lines, ...children.map(serializeComponent), `END:${name}`].join(
    '\r\n',
  )
}

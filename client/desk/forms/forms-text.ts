import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import { OTHER_DESTINATION } from '#shared/content/destinations.ts'
import { formatTravelDates } from '#shared/inquiry/answer-sheet.ts'
import { addDays } from '#shared/lib/date.ts'
import { formatDate, formatInstantDate, isSameYear } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { formatZone, toWallTime } from '#shared/lib/time-zone.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import {
  isNewSubmission,
  isOpenSubmission,
  type SubmissionFilter,
  type SubmissionMarks,
} from '#shared/submissions/marks.ts'

type Fields = FormSubmission['data']

/** `tab`: on its tab; `name`: in a sentence. */
export const formTexts: Record<FormName, { tab: string; name: string; emptyText: string }> = {
  booking: {
    tab: 'Booking Forms',
    name: 'Booking form',
    emptyText: 'The booking form has not been sent by anyone yet.',
  },
  contact: {
    tab: 'Contact Forms',
    name: 'Contact form',
    emptyText: 'The contact form has not been sent by anyone yet.',
  },
  inquiry: {
    tab: 'Enquiries',
    name: 'Enquiry form',
    emptyText: 'The enquiry form has not been sent by anyone yet.',
  },
}

/** The second line of a row in the list. */
export function getPreview(fields: Fields): string {
  const { message, travel_destination, departure_date, return_date } = fields
  if (message) return message
  if (travel_destination)
    return `${travel_destination.replaceAll(',', ', ')}, ${formatTravelDates(departure_date, return_date)}`
  return 'Without a message'
}

/** The service by its name of that time. */
export function formatService({ service_type = '', service_title }: Fields): string {
  return service_title ?? service_type
}

/** `Norway, Other Nordic Country: Faroe Islands` */
export function formatFormDestinations({ destinations = '', other_destination }: Fields): string {
  return destinations
    .split(',')
    .map((name) =>
      name === OTHER_DESTINATION && other_destination ? `${name}: ${other_destination}` : name,
    )
    .filter(Boolean)
    .join(', ')
}

/** `Wednesday 25 November 2026, 10:00`, in the visitor's time zone. */
export function formatRequestedTime({ date = '', time = '' }: Fields): string {
  return `${formatDate(date, 'full')}, ${time}`
}

/**
 * `16:00 in Europe/Oslo`, with the date if it differs; undefined if it equals the visitor's time.
 */
export function formatOwnerTime(
  { start = '', date, time }: Fields,
  zone: string,
): string | undefined {
  const instant = Date.parse(start)
  if (Number.isNaN(instant)) return undefined
  const at = formatClockTime(instant, zone)
  const sameDay = toWallTime(instant, zone).date === date
  if (sameDay && at === time) return undefined
  return `${at}${sameDay ? '' : ` on ${formatFullDate(instant, zone)}`} in ${formatZone(zone)}`
}

/**
 * When a submission arrived, in the owner's time zone: `Today, 07:48`, `Yesterday, 22:31` or `20
 * Nov`.
 */
export function formatRowTime(created: string, zone: string, now: number): string {
  const instant = Date.parse(created)
  const [day, today] = [toWallTime(instant, zone).date, toWallTime(now, zone).date]
  if (day === today) return `Today, ${formatClockTime(instant, zone)}`
  if (day === addDays(today, -1)) return `Yesterday, ${formatClockTime(instant, zone)}`
  return formatDate(day, isSameYear(day, today) ? 'shortDay' : 'short')
}

/** `Booking form, received Tuesday 24 November 2026 at 07:48` */
export function formatReceived(form: FormName, created: string, zone: string): string {
  const instant = Date.parse(created)
  return `${formTexts[form].name}, received ${formatFullDate(instant, zone)} at ${formatClockTime(instant, zone)}`
}

/** The submissions that contain every typed word; ignores case and accents. */
export function filterSubmissions(
  list: readonly FormSubmission[],
  typed: string,
): FormSubmission[] {
  const words = toSearchText(typed).split(/\s+/).filter(Boolean)
  return list.filter(({ data }) => {
    const text = toSearchText(Object.values(data).join(' '))
    return words.every((word) => text.includes(word))
  })
}

function toSearchText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** `Answered Tuesday 24 November 2026 at 07:48`, and the same for a submission that is put aside. */
export function listMarkTexts({ answeredAt, putAsideAt }: SubmissionMarks, zone: string): string[] {
  const marks = [
    ['Answered', answeredAt],
    ['Put aside', putAsideAt],
  ] as const
  return marks.flatMap(([name, at]) =>
    at === null ? [] : [`${name} ${formatFullDate(at, zone)} at ${formatClockTime(at, zone)}`],
  )
}

/** What the owner has done about a submission, in words for its row. */
export function listRowStates({ answeredAt, putAsideAt }: SubmissionMarks): string[] {
  return [
    ...(answeredAt === null ? [] : ['Answered']),
    ...(putAsideAt === null ? [] : ['Put aside']),
  ]
}

interface FilteredList {
  /** The submissions of the group that the filter shows. */
  matching: readonly FormSubmission[]
  filter: SubmissionFilter
}

/** `57 submissions, 12 to answer`, `12 submissions to answer`, `1 submission put aside` */
export function formatFilteredCount(
  { total, submissions }: FormGroup,
  { matching, filter }: FilteredList,
): string {
  const count = pluralize(matching.length, 'submission')
  const counted = {
    all: `${count}, ${matching.filter(isOpenSubmission).length || 'none'} to answer`,
    'to-answer': `${count} to answer`,
    'put-aside': `${count} put aside`,
  }[filter]
  return total > submissions.length
    ? `${counted}. The latest ${submissions.length} of ${total} are here; the export has all.`
    : counted
}

/** Windows passes at most about 2,000 characters of a link to the mail program. */
const MAX_MAILTO_LENGTH = 1800

/** RFC 6068: a line break in the body of a mailto link is CRLF. */
const LINE_BREAK = '\r\n'

interface ReplyInput {
  form: FormName
  data: Fields
  /** ISO 8601. */
  createdAt: string
  /** The owner's time zone. */
  zone: string
}

/** A mailto link that answers a submission: address, subject and the quoted message. */
export function toReplyLink({ form, data, createdAt, zone }: ReplyInput): string {
  const day = formatInstantDate(Date.parse(createdAt), zone, 'day')
  const subject = `Re: your ${subjects[form]} of ${day}`
  const head = `${toMailtoLink(data.email ?? '')}?subject=${encodeURIComponent(subject)}`
  const greeting = ['', '', `On ${day} you wrote:`].join(LINE_BREAK)
  const quote = quoteText(
    getQuotedText(form, data),
    MAX_MAILTO_LENGTH - head.length - '&body='.length - encodeURIComponent(greeting).length,
  )
  return `${head}&body=${encodeURIComponent(greeting)}${quote}`
}

const subjects: Record<FormName, string> = {
  booking: 'booking',
  contact: 'message',
  inquiry: 'enquiry',
}

function getQuotedText(form: FormName, data: Fields): string {
  if (data.message) return data.message
  return form === 'booking' ? formatService(data) : getPreview(data)
}

/**
 * Quotes the text with `> ` per line, URI-encoded. Cuts it between words if it is longer than
 * `room`.
 */
function quoteText(text: string, room: number): string {
  const words = text.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((line) => ['\n', ...line.split(' ')])
  const cut = encodeURIComponent(' […]')
  let quote = ''
  for (const [index, word] of words.entries()) {
    const isFirstOfLine = word === '\n' || words[index - 1] === '\n'
    const next = word === '\n' ? `${LINE_BREAK}> ` : `${isFirstOfLine ? '' : ' '}${word}`
    const encoded = encodeURIComponent(next.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
    if (quote.length + encoded.length + cut.length > room) return quote + cut
    quote += encoded
  }
  return quote
}

export function countUnread(submissions: readonly FormSubmission[]): number {
  return submissions.filter(isNewSubmission).length
}

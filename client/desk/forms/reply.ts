import { instantDateWords } from '#shared/lib/date-words.ts'
import type { FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import { noteOf, serviceOf } from './form-words.ts'

type Fields = FormSubmission['data']

/** Windows hands at most some 2,000 characters to the mail program. */
const LONGEST_LINK = 1800

/** RFC 6068: line breaks of a body are written so. */
const LINE_BREAK = '\r\n'

interface Written {
  form: FormName
  data: Fields
  /** ISO 8601. */
  createdAt: string
  /** The owner's. */
  zone: string
}

/** An answer to what somebody sent: their address, what it is about, and their words below. */
export function replyLink({ form, data, createdAt, zone }: Written): string {
  const day = instantDateWords(Date.parse(createdAt), zone, 'day')
  const subject = `Re: your ${subjects[form]} of ${day}`
  const head = `mailto:${addressPart(data.email)}?subject=${encodeURIComponent(subject)}`
  const greeting = ['', '', `On ${day} you wrote:`].join(LINE_BREAK)
  const quote = quoteWithin(
    wordsOf(form, data),
    LONGEST_LINK - head.length - '&body='.length - encodeURIComponent(greeting).length,
  )
  return `${head}&body=${encodeURIComponent(greeting)}${quote}`
}

const subjects: Record<FormName, string> = {
  booking: 'booking',
  contact: 'message',
  inquiry: 'enquiry',
}

/** Nothing of an address may become a header or a second recipient of the mail. */
function addressPart(email = ''): string {
  return encodeURIComponent(email).replaceAll('%40', '@')
}

function wordsOf(form: FormName, data: Fields): string {
  if (data.message) return data.message
  return form === 'booking' ? serviceOf(data) : noteOf(data)
}

/** Each line after `> `, encoded, as many whole lines and then words as there is room for. */
function quoteWithin(text: string, room: number): string {
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

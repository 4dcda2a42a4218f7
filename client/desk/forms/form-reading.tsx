import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { CalendarIcon, MailIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import type { ClientOf, Person } from '#client/desk/queries/person.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { chapters } from '#shared/inquiry/questions.ts'
import { inquirySheet } from '#shared/inquiry/sheet.ts'
import { instantDateWords } from '#shared/lib/date-words.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import styles from './form-reading.module.css'
import {
  destinationsOf,
  nameOf,
  noteOf,
  ownersTime,
  receivedWords,
  serviceOf,
  wishedTime,
} from './form-words.ts'

interface FormReadingProps {
  group: FormGroup
  submission: FormSubmission
  onMark: (read: boolean) => void
  /** Why marks cannot be set now, for example while offline. */
  barred: string | undefined
  Client: ClientOf
}

/** All fields of one submission. */
export function FormReading({ group, submission, onMark, barred, Client }: FormReadingProps) {
  const { data, created_at, read, booking_id } = submission
  const { name, timeZone } = group
  return (
    <article aria-label={nameOf(data)}>
      <div className={styles.head}>
        <div>
          <h2>{nameOf(data)}</h2>
          <p className={type.muted}>{receivedWords(name, created_at, timeZone)}</p>
        </div>
        <DeskButton variant="ghost" barred={barred} onClick={() => onMark(!read)}>
          {read ? 'Mark as unread' : 'Mark as read'}
        </DeskButton>
      </div>
      <Letter form={name} message={data.message} />
      <div className={`${layout.row} ${styles.actions}`}>
        <ButtonLink
          small
          href={replyLink({ form: name, data, createdAt: created_at, zone: timeZone })}
        >
          <Iconed>
            <MailIcon />
            Reply by email
          </Iconed>
        </ButtonLink>
        {booking_id ? (
          <ButtonLink small variant="ghost" to={`/admin/bookings/${booking_id}`}>
            <Iconed>
              <CalendarIcon />
              Open booking
            </Iconed>
          </ButtonLink>
        ) : null}
      </div>
      <p className={styles.client}>
        <span className={type.muted}>Client</span>
        <Client person={personOf(data)} />
      </p>
      <div className={styles.columns}>
        {sheetsOf(group, data).map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={`${kit.facts} ${styles.facts}`}>
              {rows.map(({ label, value, more }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className={kit.typed}>
                    {value || '–'}
                    {more ? <small className={type.fine}>{more}</small> : null}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </article>
  )
}

function personOf(data: FormSubmission['data']): Person {
  return { name: nameOf(data), email: data.email ?? '', phone: data.phone ?? '' }
}

/** The message of a visitor; what an inquiry says is among its answers. */
function Letter({ form, message }: { form: FormName; message: string | undefined }) {
  if (form === 'inquiry') return null
  return message ? (
    <blockquote className={`${kit.typed} ${styles.letter}`}>{message}</blockquote>
  ) : (
    <p className={type.muted}>No message.</p>
  )
}

/** The last chapter's title addresses the visitor, so the owner sees another one. */
function readBack(sheet: Sheet): Sheet {
  const own = chapters.find(({ id }) => id === 'sending')?.title
  return sheet.title === own ? { ...sheet, title: 'Consents' } : sheet
}

interface Sheet {
  title: string
  rows: { label: string; value: string; more?: string | undefined }[]
}

function sheetsOf({ name, timeZone }: FormGroup, data: FormSubmission['data']): Sheet[] {
  if (name === 'inquiry') return inquirySheet(data).map(readBack)
  const asked =
    name === 'booking'
      ? [
          { label: 'Service', value: serviceOf(data) },
          { label: 'Date and time', value: wishedTime(data), more: ownersTime(data, timeZone) },
          { label: 'Time zone', value: data.timezone ?? '' },
          { label: 'Destinations', value: destinationsOf(data) },
        ]
      : [{ label: 'Seasonal letter', value: data.newsletter === 'on' ? 'Ticked' : 'Not ticked' }]
  return [
    { title: 'Request', rows: asked },
    {
      title: 'Contact details',
      rows: [
        { label: 'First name', value: data.first_name ?? '' },
        { label: 'Last name', value: data.last_name ?? '' },
        { label: 'Email', value: data.email ?? '' },
        ...(name === 'booking' ? [{ label: 'Phone', value: data.phone ?? '' }] : []),
      ],
    },
  ]
}

type Fields = FormSubmission['data']

/** Windows passes at most about 2,000 characters of a link to the mail program. */
const LONGEST_LINK = 1800

/** RFC 6068: a line break in the body of a mailto link is CRLF. */
const LINE_BREAK = '\r\n'

interface Written {
  form: FormName
  data: Fields
  /** ISO 8601. */
  createdAt: string
  /** The owner's time zone. */
  zone: string
}

/** A mailto link that answers a submission: address, subject and the quoted message. */
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

/** Encoded, so that an address cannot add a header or a second recipient. */
function addressPart(email = ''): string {
  return encodeURIComponent(email).replaceAll('%40', '@')
}

function wordsOf(form: FormName, data: Fields): string {
  if (data.message) return data.message
  return form === 'booking' ? serviceOf(data) : noteOf(data)
}

/**
 * Quotes the text with `> ` per line, URI-encoded. Cuts it between words if it is longer than
 * `room`.
 */
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

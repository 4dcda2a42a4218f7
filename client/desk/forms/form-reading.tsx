import { DeskButton } from '#client/desk/kit/button.tsx'
import { Iconed } from '#client/desk/kit/iconed.tsx'
import { CalendarIcon, MailIcon } from '#client/desk/kit/icons.tsx'
import type { ClientOf, Person } from '#client/desk/queries/person.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { chapters } from '#shared/inquiry/questions.ts'
import { inquirySheet } from '#shared/inquiry/sheet.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import styles from './form-reading.module.css'
import {
  destinationsOf,
  nameOf,
  ownersTime,
  receivedWords,
  serviceOf,
  wishedTime,
} from './form-words.ts'
import { replyLink } from './reply.ts'

interface FormReadingProps {
  group: FormGroup
  submission: FormSubmission
  onMark: (read: boolean) => void
  /** Why marks cannot be set now. */
  barred: string | undefined
  Client: ClientOf
}

/** One submission, whole. */
export function FormReading({ group, submission, onMark, barred, Client }: FormReadingProps) {
  const { data, created_at, read, booking_id } = submission
  const { name, timeZone } = group
  return (
    <article aria-label={nameOf(data)}>
      <div className={styles.head}>
        <div>
          <h2>{nameOf(data)}</h2>
          <p>{receivedWords(name, created_at, timeZone)}</p>
        </div>
        <DeskButton variant="ghost" barred={barred} onClick={() => onMark(!read)}>
          {read ? 'Mark as unread' : 'Mark as read'}
        </DeskButton>
      </div>
      <Letter form={name} message={data.message} />
      <div className={styles.actions}>
        <ButtonLink
          small
          href={replyLink({ form: name, data, createdAt: created_at, zone: timeZone })}
        >
          <Iconed>
            <MailIcon />
            Reply by e-mail
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
        <span>Client</span>
        <Client person={personOf(data)} />
      </p>
      <div className={styles.columns}>
        {sheetsOf(group, data).map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ label, value, more }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {value || '–'}
                    {more ? <small>{more}</small> : null}
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

/** What they wrote in their own words; an inquiry has none apart from its answers. */
function Letter({ form, message }: { form: FormName; message: string | undefined }) {
  if (form === 'inquiry') return null
  return message ? (
    <blockquote className={styles.letter}>{message}</blockquote>
  ) : (
    <p className={styles.silent}>They left the message empty.</p>
  )
}

/** The last chapter speaks to whoever sends the form. */
function readBack(sheet: Sheet): Sheet {
  const own = chapters.find(({ id }) => id === 'sending')?.title
  return sheet.title === own ? { ...sheet, title: 'What they agreed to' } : sheet
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
    { title: 'What they asked for', rows: asked },
    {
      title: 'How to reach them',
      rows: [
        { label: 'First name', value: data.first_name ?? '' },
        { label: 'Last name', value: data.last_name ?? '' },
        { label: 'Email', value: data.email ?? '' },
        ...(name === 'booking' ? [{ label: 'Phone', value: data.phone ?? '' }] : []),
      ],
    },
  ]
}

import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import { CalendarIcon, MailIcon } from '#client/desk/kit/icons.tsx'
import { useDetailHeading } from '#client/desk/kit/lists/list-detail.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import type { ClientLinkComponent, Person } from '#client/desk/queries/client-link-component.ts'
import { useCanStore } from '#client/desk/queries/use-records.ts'
import { markSubmission } from '#client/desk/queries/use-submissions.ts'
import { setLastDeletion } from '#client/desk/records/last-deletion.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import type from '#client/ui/type.module.css'
import { describeStoredSubject } from '#shared/contact/schema.ts'
import { buildAnswerSheet } from '#shared/inquiry/answer-sheet.ts'
import type { FormGroup, FormSubmission } from '#shared/submissions/api.ts'
import { type FormName, getSenderName } from '#shared/submissions/form-post.ts'
import { isOpenSubmission, type SubmissionMarks } from '#shared/submissions/marks.ts'
import styles from './forms-page.module.css'
import {
  formatFormDestinations,
  formatOwnerTime,
  formatReceived,
  formatRequestedTime,
  formatService,
  listMarkTexts,
  toReplyLink,
} from './forms-text.ts'
import { readEnquiry } from './read-enquiry.ts'

interface SubmissionDetailProps {
  group: FormGroup
  submission: FormSubmission
  ClientLink: ClientLinkComponent
}

export function SubmissionDetail({ group, submission, ClientLink }: SubmissionDetailProps) {
  const { data, created_at, readAt, answeredAt, putAsideAt, booking_id } = submission
  const { name, timeZone } = group
  const disabledReason = useCanStore() ? undefined : 'This browser cannot store a mark.'
  const heading = useDetailHeading()
  const mark = (set: Partial<SubmissionMarks>) => {
    markSubmission(submission, set)
    // The line that says when a mark was set announces itself, but not that it goes.
    if (set.answeredAt === null) announce('No longer marked as answered.')
    if (set.putAsideAt === null) announce('No longer put aside.')
  }
  // The mail program does not tell whether it sent anything, so this can be undone.
  const noteReply = () => {
    if (disabledReason || answeredAt !== null) return
    mark({ answeredAt: systemClock() })
    setLastDeletion({
      key: `answered ${submission.id}`,
      title: getSenderName(data),
      text: `The message of ${getSenderName(data)} is marked as answered.`,
      deletedAt: systemClock(),
      undo: async () => {
        markSubmission({ ...submission, answeredAt: systemClock() }, { answeredAt: null })
        return undefined
      },
    })
  }
  return (
    <article aria-label={getSenderName(data)}>
      <div className={styles.submissionHead}>
        <h2 ref={heading} tabIndex={-1}>
          {getSenderName(data)}
        </h2>
        <p className={type.muted}>{formatReceived(name, created_at, timeZone)}</p>
      </div>
      {/* The message of a visitor; what an inquiry says is among its answers. */}
      {name === 'inquiry' ? null : data.message ? (
        <blockquote className={`${kit.userText} ${styles.message}`}>{data.message}</blockquote>
      ) : (
        <p className={type.muted}>No message.</p>
      )}
      <div className={`row wrap gap-2 ${styles.submissionActions}`}>
        <ButtonLink
          small
          href={toReplyLink({ form: name, data, createdAt: created_at, zone: timeZone })}
          onClick={noteReply}
        >
          <IconLabel>
            <MailIcon />
            Reply by email
          </IconLabel>
        </ButtonLink>
        {booking_id ? (
          <ButtonLink small variant="ghost" to={`/admin/bookings/${booking_id}`}>
            <IconLabel>
              <CalendarIcon />
              Open booking
            </IconLabel>
          </ButtonLink>
        ) : null}
        <DeskButton
          variant="ghost"
          disabledReason={disabledReason}
          onClick={() => mark({ answeredAt: answeredAt === null ? systemClock() : null })}
        >
          {answeredAt === null ? 'Mark as answered' : 'Not answered after all'}
        </DeskButton>
        <DeskButton
          variant="ghost"
          disabledReason={disabledReason}
          onClick={() => mark({ putAsideAt: putAsideAt === null ? systemClock() : null })}
        >
          {putAsideAt === null ? 'Put aside' : 'Take back into the list'}
        </DeskButton>
        {/* Last, because it goes: the others stay where they are. */}
        {isOpenSubmission(submission) ? (
          <DeskButton
            variant="ghost"
            disabledReason={disabledReason}
            onClick={() => mark({ readAt: readAt === null ? systemClock() : null })}
          >
            {readAt === null ? 'Mark as read' : 'Mark as unread'}
          </DeskButton>
        ) : null}
      </div>
      {/* Below the buttons: a new line must not move them from under the mouse. */}
      <div className={styles.marks} role="status">
        {listMarkTexts(submission, timeZone).map((text) => (
          <p key={text} className={type.muted}>
            {text}
          </p>
        ))}
      </div>
      <p className={styles.client}>
        <span className={type.muted}>Client</span>
        <ClientLink person={toPerson(name, data)} />
      </p>
      <div className={styles.columns}>
        {buildAnswerSheets(group, data).map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className={`${kit.facts} ${styles.facts}`}>
              {rows.map(({ label, value, more }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className={kit.userText}>
                    {/^\S+@\S+$/.test(value) ? <BreakableAddress address={value} /> : value || '–'}
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

function toPerson(form: FormName, data: FormSubmission['data']): Person {
  return {
    ...{ name: getSenderName(data), email: data.email ?? '', phone: data.phone ?? '' },
    ...(form === 'inquiry' && { enquiry: readEnquiry(data) }),
  }
}

interface AnswerSheet {
  title: string
  rows: { label: string; value: string; more?: string | undefined }[]
}

function buildAnswerSheets(
  { name, timeZone }: FormGroup,
  data: FormSubmission['data'],
): AnswerSheet[] {
  if (name === 'inquiry') return buildAnswerSheet(data, 'owner')
  const subject = describeStoredSubject(data)
  const requestRows =
    name === 'booking'
      ? [
          { label: 'Service', value: formatService(data) },
          {
            label: 'Date and time',
            value: formatRequestedTime(data),
            more: formatOwnerTime(data, timeZone),
          },
          { label: 'Time zone', value: data.timezone ?? '' },
          { label: 'Destinations', value: formatFormDestinations(data) },
        ]
      : [
          ...(subject ? [{ label: 'About', value: subject }] : []),
          { label: 'Seasonal letter', value: data.newsletter === 'on' ? 'Ticked' : 'Not ticked' },
        ]
  return [
    { title: 'Request', rows: requestRows },
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

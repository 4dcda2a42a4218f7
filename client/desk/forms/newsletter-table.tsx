import { AddressWords } from '#client/desk/kit/address-words.tsx'
import table from '#client/desk/kit/data-table.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { clockTime, longDate } from '#shared/booking/times.ts'
import type { Reader } from '#shared/contact/api.ts'
import styles from './newsletter-list.module.css'

interface NewsletterTableProps {
  readers: readonly Reader[]
  timeZone: string
  /** Why nobody can be taken off the list now. */
  barred: string | undefined
  onUnsubscribe: (reader: Reader) => void
}

/** Each address with its proof: what was ticked, where, when, and when it was confirmed. */
export function NewsletterTable({
  readers,
  timeZone,
  barred,
  onUnsubscribe,
}: NewsletterTableProps) {
  const at = (iso: string) => {
    const instant = Date.parse(iso)
    return `${longDate(instant, timeZone)}, ${clockTime(instant, timeZone)}`
  }
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">What was agreed to</th>
          <th scope="col">When</th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {readers.map((reader) => (
          <tr key={reader.id}>
            <th scope="row">
              <b>
                <AddressWords address={reader.email} />
              </b>
            </th>
            <td>
              “{reader.wording}”
              <small>
                Text of {reader.version}, {sources[reader.source]}
              </small>
            </td>
            <td>{timesOf(reader, at)}</td>
            <td>
              {reader.state === 'unsubscribed' ? null : (
                <TextAction danger barred={barred} onClick={() => onUnsubscribe(reader)}>
                  Unsubscribe<VisuallyHidden> {reader.email}</VisuallyHidden>
                </TextAction>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sources = { contact: 'contact form', inquiry: 'enquiry form' } as const

function timesOf({ askedAt, confirmedAt, withdrawnAt }: Reader, at: (iso: string) => string) {
  return (
    <>
      {confirmedAt ? `Confirmed ${at(confirmedAt)}` : 'Not confirmed'}
      <small>Ticked {at(askedAt)}</small>
      {withdrawnAt ? <small>Left {at(withdrawnAt)}</small> : null}
    </>
  )
}

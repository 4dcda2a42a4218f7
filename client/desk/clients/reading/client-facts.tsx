import type { ReactNode } from 'react'
import type { ClientView } from '#client/book/store/types.ts'
import { plainDateWords } from '#client/desk/clients/day-of.ts'
import { AddressWords } from '#client/desk/kit/address-words.tsx'
import styles from './client-facts.module.css'
import { FieldWaiting, waitingFields } from './field-waiting.tsx'

/** How to reach a client, and when that was last done. */
export function ClientFacts({ view, now }: { view: ClientView; now: number }) {
  const { email, otherEmails, phone, lastContact } = view.client
  const waiting = waitingFields(view)
  const fact = (field: string, label: string, value: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>
        {value}
        <FieldWaiting since={waiting[field]} now={now} />
      </dd>
    </div>
  )
  return (
    <dl className={styles.facts}>
      {fact(
        'email',
        'Email',
        <>
          {email ? (
            <a href={`mailto:${email}`}>
              <AddressWords address={email} />
            </a>
          ) : (
            '–'
          )}
          {otherEmails.map((other) => (
            <small key={other}>
              <AddressWords address={other} />
            </small>
          ))}
        </>,
      )}
      {fact('phone', 'Phone', phone ? <a href={`tel:${dialled(phone)}`}>{phone}</a> : '–')}
      {fact('lastContact', 'Last contact', lastContact ? plainDateWords(lastContact) : '–')}
    </dl>
  )
}

function dialled(phone: string): string {
  return phone.replaceAll(/[^\d+]/g, '')
}

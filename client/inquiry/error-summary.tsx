import type { RefObject } from 'react'
import { AlertIcon } from '#client/ui/controls/more-icons.tsx'
import type { InquiryFields } from '#shared/inquiry/fields.ts'
import { askedIn } from '#shared/inquiry/questions.ts'
import styles from './error-summary.module.css'

interface ErrorSummaryProps {
  fields: InquiryFields
  told: Record<string, string>
  heading: RefObject<HTMLHeadingElement | null>
  onGo(name: string): void
}

/** What is still needed, each a way to its field; it shortens as the answers come. */
export function ErrorSummary({ fields, told, heading, onGo }: ErrorSummaryProps) {
  const wrong = askedIn(fields).filter(({ name }) => told[name])
  if (wrong.length === 0) return null
  return (
    <div className={styles.summary} role="alert" aria-atomic="false" data-print="off">
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        <AlertIcon className={styles.icon} />
        {headline(wrong.length)}
      </h2>
      <ul>
        {wrong.map(({ name, label, chapter }) => (
          <li key={name}>
            <a
              href={`#${chapter}`}
              onClick={(event) => {
                event.preventDefault()
                onGo(name)
              }}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const numbers =
  'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  )

function headline(count: number): string {
  const number = numbers[count] ?? String(count)
  return count === 1 ? 'One answer is still needed' : `${number} answers are still needed`
}

import { Fragment } from 'react'
import { Banner } from '#client/ui/controls/banner.tsx'
import type { Fault } from './form-rules.ts'

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

interface FaultSummaryProps {
  faults: readonly Fault[]
  onGo: (control: string) => void
}

/** What is still to be done, in a sentence whose subjects lead to their fields. */
export function FaultSummary({ faults, onGo }: FaultSummaryProps) {
  if (faults.length === 0) return null
  const count = numbers[faults.length] ?? String(faults.length)
  const title = faults.length === 1 ? 'One field needs' : `${count} fields need`
  return (
    <Banner tone="error" title={`${title} attention`}>
      {faults.map(({ control, subject, verdict }, at) => (
        <Fragment key={control}>
          {at === 0 ? '' : joint(at, faults.length)}
          <a
            href={`#${control}`}
            onClick={(event) => {
              event.preventDefault()
              onGo(control)
            }}
          >
            {at === 0 ? capital(subject) : lower(subject)}
          </a>{' '}
          {verdict}
        </Fragment>
      ))}
      .
    </Banner>
  )
}

/** `Location is empty, and the phone number is too short.` */
function joint(at: number, count: number): string {
  return at === count - 1 ? ', and the ' : ', the '
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

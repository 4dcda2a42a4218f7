import { bookingPath, returnKey } from '#client/payment/booking-key.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { DemoMark } from '#client/ui/controls/demo-mark.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { business } from '#shared/site/business.ts'
import { retryPath } from './retry-path.ts'
import { titleOf, type Unsettled as UnsettledView } from './return-view.ts'
import styles from './return-views.module.css'
import { stillChecking } from './still-checking.ts'

export function InvalidReference() {
  return (
    <ResultPage
      plate="lodge"
      title={titleOf('invalid')}
      lead="We cannot find a booking at this address. Please open the link once more, or write to us."
    >
      <ResultActions>
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink variant="ghost" href={`mailto:${business.email}`}>
          Write to us
        </ButtonLink>
      </ResultActions>
    </ResultPage>
  )
}

export function Verifying({ demo }: { demo: boolean }) {
  return (
    <ResultPage
      plate="taiga"
      title={titleOf('verifying')}
      lead="We are asking the bank. This usually takes a few seconds."
    >
      <p className={styles.progress} role="status">
        <i aria-hidden="true" />
        Please keep this page open
      </p>
      <noscript>
        <p>
          This page needs JavaScript to ask, which this browser has turned off. Once the payment is
          known to us, the confirmation goes to your e-mail address.
        </p>
      </noscript>
      {demo ? <Mark /> : null}
    </ResultPage>
  )
}

interface UnsettledProps {
  view: UnsettledView
  id: string
  mail: boolean | undefined
  demo: boolean
  again: () => void
}

export function Unsettled({ view, id, mail, demo, again }: UnsettledProps) {
  const mayPayAgain = view === 'refused' || view === 'unpaid'
  return (
    <ResultPage plate="lodge" title={titleOf(view)} lead={leadOf(view, mail)}>
      {demo ? <Mark /> : null}
      <Facts facts={[{ term: 'Reference', value: id }]} />
      <ResultActions>
        {mayPayAgain ? (
          <ButtonLink to={retryPath(id)} arrow>
            Try Booking Again
          </ButtonLink>
        ) : (
          <Button onClick={again}>Check again</Button>
        )}
        <ButtonLink variant="ghost" to="/">
          Return to Home
        </ButtonLink>
        {view === 'unpaid' ? (
          <Button variant="quiet" onClick={again}>
            Check again
          </Button>
        ) : null}
        {view === 'processing' ? (
          <ButtonLink variant="quiet" to={bookingPath(returnKey(id))}>
            See your booking
          </ButtonLink>
        ) : null}
      </ResultActions>
    </ResultPage>
  )
}

function leadOf(view: UnsettledView, mail: boolean | undefined): string {
  switch (view) {
    case 'refused':
      return 'Your bank did not approve the payment, so nothing was charged. Your details are kept.'
    case 'unpaid':
      return 'No payment has been counted for this booking. Your details are kept; money that arrives late is sent back in full.'
    case 'processing':
      return stillChecking(mail)
    case 'unreachable':
      return `We could not reach the bank. Please check once more before you pay again${mail ? '; if the payment went through, we confirm by e-mail.' : '.'}`
  }
}

function Mark() {
  return (
    <div className={styles.mark}>
      <DemoMark />
    </div>
  )
}

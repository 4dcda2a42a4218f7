import type { ReactNode } from 'react'
import { useTitle } from '#client/lib/use-title.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ResultActions, ResultPage } from '#client/ui/page/result-page.tsx'
import { business } from '#shared/site/business.ts'

/** In place of a new booking that nobody asked for. */
export function BookingNotFound() {
  return (
    <Trouble
      title="We cannot find a booking at this address."
      lead="The link may be incomplete, or it was made in another browser. Please open it once more, or start a new booking."
    >
      <ButtonLink to="/meeting" arrow>
        Start a new booking
      </ButtonLink>
      <ButtonLink variant="ghost" href={`mailto:${business.email}`}>
        Write to us
      </ButtonLink>
    </Trouble>
  )
}

/** No answer came, so nobody knows yet whether there is such a booking. */
export function BookingNotLoaded({ retry }: { retry: () => void }) {
  return (
    <Trouble
      title="Your booking did not load"
      lead="We could not be reached; your connection may be gone. Your booking is as it was."
    >
      <Button onClick={retry}>Try again</Button>
      <ButtonLink variant="ghost" to="/meeting">
        Start a new booking
      </ButtonLink>
    </Trouble>
  )
}

function Trouble({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useTitle('Book a Consultation')
  return (
    <ResultPage plate="lodge" title={title} lead={lead}>
      <ResultActions>{children}</ResultActions>
    </ResultPage>
  )
}

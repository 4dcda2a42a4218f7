import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSiteConfig } from '#client/lib/data/use-site-config.ts'
import { useTakenOver } from '#client/lib/use-taken-over.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { PaymentMade } from './payment-made.tsx'
import { cleanedAddress, type ReturnAddress, readReturnAddress } from './return-address.ts'
import { type ReturnView, titleOf, viewOf } from './return-view.ts'
import { InvalidReference, Unsettled, Verifying } from './return-views.tsx'
import { useVerdict } from './use-verdict.ts'

/** Where the provider sends people back to, and where every payment ends. */
export function SuccessPage() {
  // The page of the build knows nothing of this address; asking is what comes first anyway.
  return useTakenOver() ? (
    <Outcome />
  ) : (
    <>
      <meta name="referrer" content="no-referrer" />
      <Verifying demo={false} />
    </>
  )
}

function Outcome() {
  const address = useReturnAddress()
  const [verdict, again] = useVerdict(address)
  const config = useSiteConfig()
  const view = viewOf(address, verdict)
  useTitle(titleOf(view))
  useEffect(() => {
    if (view !== 'verifying') announce(titleOf(view))
  }, [view])
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <Shown view={view} id={address.bookingId} config={config} again={again} />
    </>
  )
}

interface ShownProps {
  view: ReturnView
  id: string | undefined
  config: ReturnType<typeof useSiteConfig>
  again: () => void
}

function Shown({ view, id, config, again }: ShownProps) {
  if (!id || view === 'invalid') return <InvalidReference />
  const demo = config?.payments === 'demo'
  switch (view) {
    case 'verifying':
      return <Verifying demo={demo} />
    case 'paid':
      return <PaymentMade id={id} mail={config?.mail} />
    default:
      return <Unsettled view={view} id={id} mail={config?.mail} demo={demo} again={again} />
  }
}

/** Read once on arrival; the provider's part of it is taken out of the address at once. */
function useReturnAddress(): ReturnAddress {
  const { search } = useLocation()
  const [address] = useState(() => readReturnAddress(search))
  useLayoutEffect(() => {
    const cleaned = cleanedAddress(location.href)
    if (cleaned) history.replaceState(history.state, '', cleaned)
  }, [])
  return address
}

import { SubTabs } from '../desk/sub-tabs.tsx'
import type { ClientView } from '../offline/crm/types.ts'
import { ClientNotices } from './client-notices.tsx'
import { ClientOverview } from './client-overview.tsx'
import { ClientTrips } from './client-trips.tsx'

interface ClientPartsProps {
  view: ClientView
  part: string | undefined
  onReview: () => void
}

/** What is known of a client, in parts with an address each. */
export function ClientParts({ view, part, onReview }: ClientPartsProps) {
  const path = `/admin/crm/${view.id}`
  return (
    <>
      <ClientNotices view={view} onReview={onReview} />
      <SubTabs
        label={view.client.name}
        tabs={[
          { to: path, label: 'Overview', end: true },
          { to: `${path}/trips`, label: 'Trips' },
        ]}
      />
      {part === 'trips' ? <ClientTrips view={view} /> : <ClientOverview view={view} />}
    </>
  )
}

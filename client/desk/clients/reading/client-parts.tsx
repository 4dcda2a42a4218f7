import type { ClientView } from '#client/book/store/types.ts'
import { ClientTimeline } from '#client/desk/clients/timeline/client-timeline.tsx'
import { SubTabs } from '#client/desk/kit/sub-tabs.tsx'
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
          { to: `${path}/timeline`, label: 'Timeline' },
          { to: `${path}/trips`, label: 'Trips' },
        ]}
      />
      <Part view={view} part={part} />
    </>
  )
}

function Part({ view, part }: Pick<ClientPartsProps, 'view' | 'part'>) {
  if (part === 'timeline') return <ClientTimeline view={view} />
  return part === 'trips' ? <ClientTrips view={view} /> : <ClientOverview view={view} />
}

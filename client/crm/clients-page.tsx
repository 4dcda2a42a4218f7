import { useParams } from 'react-router-dom'
import { TwoPane } from '../desk/two-pane.tsx'
import type { ClientQuery } from '../offline/crm/types.ts'
import { useBookState, useClients } from '../offline/crm/use-book.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { ClientList } from './client-list.tsx'
import { ClientReading } from './client-reading.tsx'
import { ClientsHead } from './clients-head.tsx'
import { CrmFrame } from './crm-frame.tsx'
import { NewClient } from './form/new-client.tsx'
import { useListQuery } from './list-memory.ts'
import { MergeClients } from './merge/merge-clients.tsx'
import { MissingNote } from './missing-note.tsx'
import { NoClients } from './no-clients.tsx'
import { NoneChosen } from './none-chosen.tsx'
import { ShutBook } from './shut-book.tsx'

export const NEW = 'new'

/** All clients, and one of them: read, edited or added. */
export function ClientsPage() {
  const { id, part, other } = useParams()
  const [query, setQuery] = useListQuery()
  const clients = useClients(query)
  const { phase, missing } = useBookState()
  const narrow = (change: Partial<ClientQuery>) => {
    setQuery(change)
    // What was found stands at the beginning of the list.
    scrollTo(0, 0)
  }
  const none = clients.total === 0 && !clients.loading
  return (
    <CrmFrame>
      <VisuallyHidden>
        <h1>CRM</h1>
      </VisuallyHidden>
      <MissingNote missing={missing} />
      <TwoPane
        long
        head={<ClientsHead query={query} setQuery={narrow} counts={clients} adding={id === NEW} />}
        list={
          phase === 'unavailable' ? (
            <ShutBook />
          ) : none ? (
            <NoClients searched={query.text !== ''} onShowAll={() => narrow({ text: '' })} />
          ) : (
            <ClientList clients={clients} opened={id} />
          )
        }
        reading={readingOf(id, part, other)}
        idle={<NoneChosen />}
        back={{ to: '/admin/crm', label: 'Clients' }}
      />
    </CrmFrame>
  )
}

function readingOf(id: string | undefined, part: string | undefined, other: string | undefined) {
  if (id === undefined) return undefined
  if (part === 'merge' && other) return <MergeClients key={`${id} ${other}`} {...{ id, other }} />
  return id === NEW ? <NewClient /> : <ClientReading key={id} id={id} part={part} />
}

import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import type { ClientQuery } from '#client/book/store/types.ts'
import { useBookState, useClients } from '#client/book/use-book.ts'
import { TwoPane } from '#client/desk/kit/two-pane.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { CrmFrame } from './crm-frame.tsx'
import { HeldBook } from './held-book.tsx'
import { ClientList } from './list/client-list.tsx'
import { ClientsHead } from './list/clients-head.tsx'
import { useListQuery } from './list/list-memory.ts'
import { MissingNote } from './list/missing-note.tsx'
import { NoClients } from './list/no-clients.tsx'
import { NoneChosen } from './list/none-chosen.tsx'
import { NEW } from './new.ts'
import { ShutBook, useShut } from './shut-book.tsx'

// Fetched with the first client that is opened: the list comes before it.
const Reading = lazy(async () => ({ default: (await import('./reading/reading.tsx')).Reading }))

/** All clients, and one of them: read, edited or added. */
export function ClientsPage() {
  const { id, part, other } = useParams()
  const [query, setQuery] = useListQuery()
  const clients = useClients(query)
  const { phase, missing } = useBookState()
  const shut = useShut(phase)
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
          shut ? (
            <ShutBook phase={phase} />
          ) : phase === 'blocked' ? (
            <HeldBook />
          ) : none ? (
            <NoClients searched={clients.searched !== ''} onShowAll={() => narrow({ text: '' })} />
          ) : (
            <ClientList query={query} clients={clients} opened={id} />
          )
        }
        reading={
          id && (
            <Suspense fallback={null}>
              <Reading {...{ id, part, other }} />
            </Suspense>
          )
        }
        idle={
          <NoneChosen empty={shut || phase === 'blocked' || (none && clients.searched === '')} />
        }
        place={id && `${id} ${part === 'edit' ? part : ''}`}
        back={{ to: '/admin/crm', label: 'Clients' }}
      />
    </CrmFrame>
  )
}

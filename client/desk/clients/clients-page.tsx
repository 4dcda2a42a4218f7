import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { ClientQuery, DataState } from '#client/data/store/types.ts'
import { useClients, useDataState } from '#client/data/use-data.ts'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { ListDetail, useOpenFirst } from '#client/desk/kit/lists/list-detail.tsx'
import { formatMissing } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useDataBarrier } from '#client/desk/records/data-unavailable.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './crm-layout.module.css'
import { CrmLayout } from './crm-layout.tsx'
import { ClientList } from './list/client-list.tsx'
import { ClientsHead } from './list/clients-head.tsx'
import { useListQuery } from './list/list-memory.ts'

// Loaded when the first client is opened: the list has priority.
const ClientDetail = lazyNamed(
  () => import('#client/desk/clients/detail/client-detail.tsx'),
  (module) => module.ClientDetail,
)

/** Stands for the client id in the address of the form for a new client. */
const NEW_ID = 'new'

/** The list of clients, and one of them: to read, edit or add. */
export function ClientsPage() {
  const { id, part, other } = useParams()
  const adding = id === NEW_ID
  const [query, setQuery] = useListQuery()
  const clients = useClients(query)
  const state = useDataState()
  const { missing } = state
  const barrier = useDataBarrier('client list')
  const narrow = (change: Partial<ClientQuery>) => {
    setQuery(change)
    // The new result starts at the top of the list.
    scrollTo(0, 0)
  }
  const none = clients.matchCount === 0 && !clients.loading
  const first = id || none ? undefined : clients.getItem(0)
  useOpenFirst(first && `/admin/crm/${first.id}`)
  return (
    <CrmLayout>
      <VisuallyHidden>
        <h1>CRM</h1>
      </VisuallyHidden>
      <MissingRecordsNotice missing={missing} />
      <ListDetail
        hasStickyHead
        head={<ClientsHead query={query} setQuery={narrow} counts={clients} isAdding={adding} />}
        list={
          barrier ??
          (none ? (
            <NoClients
              hasSearch={clients.searchedText !== ''}
              firstSync={getFirstSync(state)}
              onShowAll={() => narrow({ text: '' })}
            />
          ) : (
            <ClientList query={query} clients={clients} openId={id} />
          ))
        }
        detail={
          id && (
            <Suspense fallback={null}>
              <ClientDetail id={adding ? undefined : id} part={part} otherId={other} />
            </Suspense>
          )
        }
        emptyDetail={
          <NoClientChosen
            isListEmpty={barrier !== undefined || (none && clients.searchedText === '')}
          />
        }
        detailKey={id && `${id} ${part === 'edit' ? part : ''}`}
        backLink={{ to: '/admin/crm', label: 'Clients' }}
      />
    </CrmLayout>
  )
}

/**
 * The server lacks many records that are on this device, clients above all. The owner decides whether they are
 * removed here or sent again.
 */
export function MissingRecordsNotice({ missing }: { missing: number }) {
  if (missing === 0) return null
  const them = missing === 1 ? 'it' : 'them'
  return (
    <div className={styles.missing}>
      <Banner tone="conflict" title={formatMissing(missing)}>
        Clients, journeys or hours may have been removed on another device, or the server was
        restored from a backup. Nothing is removed here until you choose.
      </Banner>
      <div className="row wrap gap-2">
        <Button small variant="danger" onClick={() => void getData().sync.resolveMissing('remove')}>
          Remove {them} here too
        </Button>
        <Button small onClick={() => void getData().sync.resolveMissing('resend')}>
          Keep {them} and send {them} again
        </Button>
      </div>
    </div>
  )
}

/**
 * Whether this device has had the server's answer: until then, an empty list does not mean that there
 * are no clients.
 */
export function getFirstSync({ syncedAt, sync }: DataState): NoClientsProps['firstSync'] {
  if (syncedAt !== undefined) return 'done'
  return sync === 'idle' || sync === 'syncing' ? 'under way' : 'failed'
}

interface NoClientsProps {
  hasSearch: boolean
  firstSync: 'done' | 'under way' | 'failed'
  onShowAll: () => void
}

/** Shown in place of an empty list. */
export function NoClients({ hasSearch, firstSync, onShowAll }: NoClientsProps) {
  if (!hasSearch && firstSync === 'under way')
    return <EmptyState object="book" title="Fetching your clients…" />
  if (!hasSearch && firstSync === 'failed')
    return (
      <EmptyState object="lantern" title="Your clients are not on this device yet">
        They appear once it has a connection to the server.
      </EmptyState>
    )
  return hasSearch ? (
    <EmptyState
      object="spyglass"
      title="No clients found"
      action={<TextAction onClick={onShowAll}>Show all clients</TextAction>}
    >
      No client matches these words.
    </EmptyState>
  ) : (
    <EmptyState
      object="book"
      title="No clients yet"
      action={<TextAction to="/admin/crm/settings">Import clients</TextAction>}
    >
      Add your first client or import a list.
    </EmptyState>
  )
}

/** Shown beside the list while no client is open. */
export function NoClientChosen({ isListEmpty }: { isListEmpty: boolean }) {
  useTitle('CRM')
  // What stands in place of the list already explains why it is empty.
  if (isListEmpty) return null
  return (
    <EmptyState object="book" title="Choose a client">
      Select a client to see details, timeline and trips.
    </EmptyState>
  )
}

import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { getBook, reopenBook } from '#client/book/book-client.ts'
import { readUnsyncedDecrypted } from '#client/book/export-unsynced.ts'
import type { BookState, ClientQuery } from '#client/book/store/types.ts'
import { useBookState, useClients } from '#client/book/use-book.ts'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { ListDetail } from '#client/desk/kit/lists/list-detail.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { saveFile } from '#client/lib/data/save-file.ts'
import { getStoredOwner } from '#client/lib/data/stored-account.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import layout from '#client/ui/layout.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatCount } from '#shared/lib/format-number.ts'
import styles from './clients-page.module.css'
import { CrmLayout } from './crm-layout.tsx'
import { ClientList } from './list/client-list.tsx'
import { ClientsHead } from './list/clients-head.tsx'
import { useListQuery } from './list/list-memory.ts'

/**
 * True from the time the client book is unavailable until it is ready. A retry in between does not
 * change the page, so its button keeps the focus.
 */
export function useIsUnavailable(phase: BookState['phase']): boolean {
  const [shut, setShut] = useState(false)
  if (!shut && phase === 'unavailable') setShut(true)
  if (shut && phase === 'ready') setShut(false)
  return shut || phase === 'unavailable'
}

/**
 * Shown in place of the list if the client book cannot be opened: retry, or save unsent mutations.
 */
export function BookUnavailable({ phase }: { phase: BookState['phase'] }) {
  const [outcome, setOutcome] = useState('')
  const tried = useRef(false)
  const trying = phase !== 'unavailable'
  const report = (message: string) => {
    setOutcome(message)
    announce(message)
  }
  useEffect(() => {
    if (trying || !tried.current) return
    const message = 'It still could not be opened.'
    setOutcome(message)
    announce(message)
  }, [trying])
  useEffect(
    () => () => {
      if (tried.current) announce('Your client list is open.')
    },
    [],
  )
  const again = () => {
    tried.current = true
    reopenBook()
  }
  return (
    <EmptyState
      title="Your client list cannot be opened here"
      action={
        <span className={styles.actions}>
          <DeskButton busy={trying} onClick={again}>
            {trying ? 'Opening…' : 'Try once more'}
          </DeskButton>
          <DeskButton variant="ghost" onClick={() => void saveUnsyncedToFile().then(report)}>
            Save a copy of unsent changes
          </DeskButton>
        </span>
      }
    >
      {outcome || 'Close other tabs of this site, leave private browsing or free some room.'}
    </EmptyState>
  )
}

/**
 * Saves the mutations of a client book that cannot be opened as a file. Resolves to a sentence
 * about the outcome.
 */
export async function saveUnsyncedToFile(): Promise<string> {
  const owner = getStoredOwner()
  if (!owner) return 'There is nothing to save.'
  try {
    const found = await readUnsyncedDecrypted(owner.userId)
    if (found.queue.length + found.rejected.length === 0) return 'There is nothing to save.'
    const blob = new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' })
    await saveFile({ blob, name: 'unsent-changes.json' })
    return 'A copy is in your downloads.'
  } catch {
    return 'It could not be read. Please restart the browser and try again.'
  }
}

/** Shown in place of the list while an older tab blocks the database upgrade. */
export function BookUpgradeBlocked() {
  return (
    <div role="status">
      <EmptyState title="An older tab of this site has your client list open">
        Please close or reload it. The book opens here by itself then; nothing is lost.
      </EmptyState>
    </div>
  )
}

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
  const { phase, missing } = useBookState()
  const shut = useIsUnavailable(phase)
  const narrow = (change: Partial<ClientQuery>) => {
    setQuery(change)
    // The new result starts at the top of the list.
    scrollTo(0, 0)
  }
  const none = clients.matchCount === 0 && !clients.loading
  return (
    <CrmLayout>
      <VisuallyHidden>
        <h1>CRM</h1>
      </VisuallyHidden>
      <MissingClientsNotice missing={missing} />
      <ListDetail
        hasStickyHead
        head={<ClientsHead query={query} setQuery={narrow} counts={clients} isAdding={adding} />}
        list={
          shut ? (
            <BookUnavailable phase={phase} />
          ) : phase === 'blocked' ? (
            <BookUpgradeBlocked />
          ) : none ? (
            <NoClients
              hasSearch={clients.searchedText !== ''}
              onShowAll={() => narrow({ text: '' })}
            />
          ) : (
            <ClientList query={query} clients={clients} openId={id} />
          )
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
            isListEmpty={shut || phase === 'blocked' || (none && clients.searchedText === '')}
          />
        }
        detailKey={id && `${id} ${part === 'edit' ? part : ''}`}
        backLink={{ to: '/admin/crm', label: 'Clients' }}
      />
    </CrmLayout>
  )
}

/**
 * The server lacks many clients that are on this device. The owner decides whether they are removed
 * here or sent again.
 */
export function MissingClientsNotice({ missing }: { missing: number }) {
  if (missing === 0) return null
  const them = missing === 1 ? 'it' : 'them'
  return (
    <div className={styles.missing}>
      <Banner
        tone="conflict"
        title={`The server no longer has ${formatCount(missing)} of the clients on this device`}
      >
        They may have been removed on another device, or the server was restored from a backup.
        Nothing is removed here until you choose.
      </Banner>
      <div className={layout.row}>
        <Button small variant="danger" onClick={() => void getBook().resolveMissing('remove')}>
          Remove {them} here too
        </Button>
        <Button small onClick={() => void getBook().resolveMissing('resend')}>
          Keep {them} and send {them} again
        </Button>
      </div>
    </div>
  )
}

interface NoClientsProps {
  hasSearch: boolean
  onShowAll: () => void
}

/** Shown in place of an empty list. */
export function NoClients({ hasSearch, onShowAll }: NoClientsProps) {
  return hasSearch ? (
    <EmptyState
      title="No clients found"
      action={<TextAction onClick={onShowAll}>Show all clients</TextAction>}
    >
      No client matches these words.
    </EmptyState>
  ) : (
    <EmptyState
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
    <EmptyState title="Choose a client">
      Select a client to see details, timeline and trips.
    </EmptyState>
  )
}

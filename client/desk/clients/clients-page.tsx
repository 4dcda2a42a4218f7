import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router-dom'
import { openAgain } from '#client/book/page-book.ts'
import type { BookState, ClientQuery } from '#client/book/store/types.ts'
import { rescueQueueHere } from '#client/book/sync/unsent.ts'
import { useBookState, useClients } from '#client/book/use-book.ts'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { TwoPane } from '#client/desk/kit/lists/list-detail.tsx'
import { ownerHere } from '#client/lib/data/account-here.ts'
import { saveFile } from '#client/lib/data/files.ts'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { announce } from '#client/ui/announcer.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import styles from './clients-page.module.css'
import { CrmFrame } from './crm-frame.tsx'
import { ClientList } from './list/client-list.tsx'
import { ClientsHead } from './list/clients-head.tsx'
import { useListQuery } from './list/list-memory.ts'
import { MissingNote } from './list/missing-note.tsx'
import { NoClients } from './list/no-clients.tsx'
import { NoneChosen } from './list/none-chosen.tsx'
import { NEW } from './new.ts'

/**
 * From the moment on at which the book does not open until it does: a try in between leaves the page as it
 * is, with the focus on its button.
 */
export function useShut(phase: BookState['phase']): boolean {
  const [shut, setShut] = useState(false)
  if (!shut && phase === 'unavailable') setShut(true)
  if (shut && phase === 'ready') setShut(false)
  return shut || phase === 'unavailable'
}

/** In the place of the list where the book does not open: it can be tried again, and what was typed taken along. */
export function ShutBook({ phase }: { phase: BookState['phase'] }) {
  const [outcome, setOutcome] = useState('')
  const tried = useRef(false)
  const trying = phase !== 'unavailable'
  const say = (words: string) => {
    setOutcome(words)
    announce(words)
  }
  useEffect(() => {
    if (trying || !tried.current) return
    const words = 'It could still not be opened.'
    setOutcome(words)
    announce(words)
  }, [trying])
  useEffect(
    () => () => {
      if (tried.current) announce('The client book is open.')
    },
    [],
  )
  const again = () => {
    tried.current = true
    openAgain()
  }
  return (
    <EmptyState
      title="The client book cannot be opened here"
      action={
        <span className={styles.ways}>
          <DeskButton busy={trying} onClick={again}>
            {trying ? 'Opening…' : 'Try once more'}
          </DeskButton>
          <DeskButton variant="ghost" onClick={() => void rescueToFile().then(say)}>
            Save a copy of unsent changes
          </DeskButton>
        </span>
      }
    >
      {outcome || 'Close other tabs of this site, leave private browsing or free some room.'}
    </EmptyState>
  )
}

/** Edits that a book which does not open still holds, into a file; resolves to what is said about it. */
export async function rescueToFile(): Promise<string> {
  const owner = ownerHere()
  if (!owner) return 'There is nothing in it to save.'
  try {
    const found = await rescueQueueHere(owner.userId)
    if (found.queue.length + found.refused.length === 0) return 'There is nothing in it to save.'
    const blob = new Blob([JSON.stringify(found, null, 2)], { type: 'application/json' })
    await saveFile({ blob, name: 'unsent-changes.json' })
    return 'A copy was saved among your downloads.'
  } catch {
    return 'It could not be read. Please restart the browser and try again.'
  }
}

/** In the place of the list while an older tab keeps the book from being renewed. */
export function HeldBook() {
  return (
    <div role="status">
      <EmptyState title="An older tab of this site has the client book">
        Please close or reload it. The book opens here by itself then; nothing is lost.
      </EmptyState>
    </div>
  )
}

// Fetched with the first client that is opened: the list comes before it.
const Reading = lazyNamed(
  () => import('./reading/reading.tsx'),
  (module) => module.Reading,
)

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

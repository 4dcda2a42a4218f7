import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { safeParse } from 'valibot'
import { book, bookNews } from '#client/book/page-book.ts'
import { useBookState } from '#client/book/use-book.ts'
import { centreTab, TabLink } from '#client/desk/kit/page/tabs.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOnline, useVisible } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { onAccount, useOwnerHere } from '#client/lib/data/account-here.ts'
import { call } from '#client/lib/data/api.ts'
import { openEventStream } from '#client/lib/data/event-stream.ts'
import { chance } from '#client/lib/data/ids.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useTitleCount } from '#client/lib/use-title.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { Wordmark } from '#client/ui/wordmark.tsx'
import { deskEvents, getLastChanges, getNewsCounts, LastChanges } from '#shared/desk/changes.ts'
import styles from './shell.module.css'
import { noteChanges, useSyncState } from './sync-state.ts'
import { ChangeWatch } from './sync-watch.ts'

interface DeskShellProps {
  main: RefObject<HTMLElement | null>
  /** What signs the owner in again where the session has ended. */
  signIn: ReactNode
  /** How this device stands with the server, and the panel that it opens. */
  pill: ReactNode
  panel: ReactNode
  children: ReactNode
}

/** The frame of the owner's pages. */
export function DeskShell({ main, signIn, pill, panel, children }: DeskShellProps) {
  useChangeWatch(useOwnerHere()?.userId)
  return (
    <div className={styles.desk}>
      <header className={styles.top} data-ground="dark" data-print="off">
        <Wordmark />
        <DeskTabs />
        {pill}
      </header>
      {panel}
      <SignedOut signIn={signIn} />
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}

/** The session is no longer the owner's: what is on the screen stays, and the way back in stands above it. */
export function SignedOut({ signIn }: { signIn: ReactNode }) {
  const last = useSyncState((state) => state.last)
  const { sync } = useBookState()
  const other = last === 'another account'
  const out = !other && (last === 'signed out' || sync === 'signed out')
  if (!other && !out) return null
  return (
    <div className={styles.note}>
      <Banner
        tone="warn"
        title={out ? 'You are signed out' : 'This is not the owner’s account'}
        action={signIn}
      >
        {out ? null : 'Another account is signed in with this browser. '}
        The last synced data is still here. Sign in {out ? null : 'as the owner '}to see what is
        new.
      </Banner>
    </div>
  )
}

/** While somebody looks at this tab and there is a connection, it hears of each change on the server. */
function useChangeWatch(userId: string | undefined): void {
  const online = useOnline()
  const visible = useVisible()
  const [signIns, setSignIns] = useState(0)
  useEffect(() => onAccount(() => setSignIns((count) => count + 1)), [])
  // After another sign-in it begins anew.
  useEffectOn(`${userId} ${online} ${visible} ${signIns}`, () => {
    if (!userId || !online || !visible) return
    return shareWatch({ userId, locks: navigator.locks, watch, heard })
  })
}

function watch(tell: (changes: LastChanges) => void): ChangeWatch {
  return new ChangeWatch({
    listen: (listener) => openEventStream(deskEvents.path, listener),
    ask,
    read,
    tell,
    random: chance,
  })
}

async function ask(): Promise<LastChanges | 'refused' | undefined> {
  const answer = await call(getLastChanges, {})
  if (answer.ok) return answer.value
  return [401, 403].includes(answer.refusal.status) ? 'refused' : undefined
}

function read(data: unknown): LastChanges | undefined {
  const parsed = safeParse(LastChanges, data)
  return parsed.success ? parsed.output : undefined
}

function heard(changes: LastChanges): void {
  const isNew = noteChanges(changes, systemClock())
  // The server answers again: what could not be exchanged while it did not goes now.
  if (!isNew && bookNews().state.sync !== 'failed') return
  // A book that does not open says so by its state.
  book()
    .sync()
    .catch(() => undefined)
}

interface Watch {
  start(): void
  stop(): void
}

interface ShareParts {
  /** Whose desk; also names what the tabs share. */
  userId: string
  locks: Pick<LockManager, 'request'> | undefined
  watch(tell: (changes: LastChanges) => void): Watch
  heard(changes: LastChanges): void
}

type Message = { changes: LastChanges } | 'what is the last'

/**
 * One watch for all tabs that somebody looks at: browsers allow a site six connections over HTTP/1.1.
 * The tab with the lock watches and tells the others; when it is hidden or closed, another gets the
 * lock. Returns what ends this tab's part.
 */
function shareWatch({ userId, locks, watch, heard }: ShareParts): () => void {
  const name = `desk-changes-${userId}`
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
  const post = (message: Message) => channel?.postMessage(message)
  let last: LastChanges | undefined
  const own = watch((changes) => {
    last = changes
    heard(changes)
    post({ changes })
  })
  let watches = false
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data !== 'what is the last') heard(data.changes)
      else if (watches && last) post({ changes: last })
    }
  const left = new AbortController()
  const begin = () => {
    watches = true
    own.start()
  }
  if (locks && channel) {
    post('what is the last')
    const until = new Promise<void>((done) => left.signal.addEventListener('abort', () => done()))
    const held = () => {
      if (!left.signal.aborted) begin()
      return until
    }
    // Rejects where this tab leaves before it was its turn.
    locks.request(name, { signal: left.signal }, held).catch(() => undefined)
  } else begin()
  return () => {
    left.abort()
    own.stop()
    channel?.close()
  }
}

const tabs = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/crm', label: 'CRM' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/sales', label: 'Sales' },
  // Straight to the first form: another address on the way would draw the page twice.
  { to: '/admin/forms', first: '/booking', label: 'Forms' },
  { to: '/admin/settings', label: 'Settings' },
]

/** On a phone the row scrolls, and the tab one is on comes into view. */
function DeskTabs() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { newBookings, unreadForms } = useNewsCounts()
  const counts: Record<string, CountProps> = {
    Bookings: { number: newBookings, meaning: 'new' },
    Forms: { number: unreadForms, meaning: 'unread' },
  }
  // The address decides which tab is current, and counts widen the row.
  useEffectOn(`${pathname} ${newBookings} ${unreadForms}`, () => centreTab(nav.current))
  return (
    <nav ref={nav} className={styles.tabs} aria-label="Admin">
      {tabs.map(({ to, first, label }) => (
        <TabLink key={to} to={to} first={first} className={styles.tab}>
          {label}
          {counts[label] ? <Count {...counts[label]} /> : null}
        </TabLink>
      ))}
    </nav>
  )
}

interface CountProps {
  number: number
  meaning: string
}

/** Nothing where there is nothing new. */
function Count({ number, meaning }: CountProps) {
  if (number === 0) return null
  return (
    <span className={styles.count}>
      {number > 99 ? '99+' : number}
      <VisuallyHidden> {meaning}</VisuallyHidden>
    </span>
  )
}

interface NewsCounts {
  newBookings: number
  /** Of all forms. */
  unreadForms: number
}

/** What is new, also before the title in the browser's tab; nothing until it is known. */
function useNewsCounts(): NewsCounts {
  const { data } = useDeskData(getNewsCounts, {})
  const { booking = 0, contact = 0, inquiry = 0 } = data?.unread ?? {}
  const { newBookings = 0, guestChanges = 0 } = data ?? {}
  // A booking and its form are one thing.
  useTitleCount(newBookings + guestChanges + contact + inquiry)
  return { newBookings, unreadForms: booking + contact + inquiry }
}

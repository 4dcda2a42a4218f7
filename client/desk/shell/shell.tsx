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
  /** Sign-in after the session has ended. */
  signIn: ReactNode
  /** The sync state in the header, and the panel that it opens. */
  pill: ReactNode
  panel: ReactNode
  children: ReactNode
}

/** The frame around the owner's pages. */
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

/**
 * A banner with the sign-in while the session has ended or belongs to another account. The page
 * below stays as it is.
 */
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

/** Listens for changes on the server while this tab is visible and online. */
function useChangeWatch(userId: string | undefined): void {
  const online = useOnline()
  const visible = useVisible()
  const [signIns, setSignIns] = useState(0)
  useEffect(() => onAccount(() => setSignIns((count) => count + 1)), [])
  // `signIns` starts a new watch after another sign-in.
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
  // The server answers again, so the client book retries a sync that failed.
  if (!isNew && bookNews().state.sync !== 'failed') return
  // `useBookState` already shows that the client book cannot be opened.
  book()
    .sync()
    .catch(() => undefined)
}

interface Watch {
  start(): void
  stop(): void
}

interface ShareParts {
  /** The owner; also part of the name of the lock and the channel that the tabs share. */
  userId: string
  locks: Pick<LockManager, 'request'> | undefined
  watch(tell: (changes: LastChanges) => void): Watch
  heard(changes: LastChanges): void
}

type Message = { changes: LastChanges } | 'what is the last'

/**
 * One watch for all visible tabs: browsers allow a site six connections over HTTP/1.1. The tab that
 * holds the Web Lock watches and posts changes to the others; when it is hidden or closed, another
 * tab gets the lock. Returns a function that ends this tab's part.
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
    // `request` rejects if this tab stops before it gets the lock.
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
  // Opens the first form directly: a redirect would render the page twice.
  { to: '/admin/forms', first: '/booking', label: 'Forms' },
  { to: '/admin/settings', label: 'Settings' },
]

/** On a phone the row scrolls, and the current tab is scrolled into view. */
function DeskTabs() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { newBookings, unreadForms } = useNewsCounts()
  const counts: Record<string, CountProps> = {
    Bookings: { number: newBookings, meaning: 'new' },
    Forms: { number: unreadForms, meaning: 'unread' },
  }
  // The pathname decides which tab is current, and the counts widen the row.
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

/** Renders nothing for 0. */
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
  /** Of all forms together. */
  unreadForms: number
}

/**
 * The counts on the tabs; also puts the total before the document title. 0 until the server has
 * answered.
 */
function useNewsCounts(): NewsCounts {
  const { data } = useDeskData(getNewsCounts, {})
  const { booking = 0, contact = 0, inquiry = 0 } = data?.unread ?? {}
  const { newBookings = 0, guestChanges = 0 } = data ?? {}
  // A booking and its form count once.
  useTitleCount(newBookings + guestChanges + contact + inquiry)
  return { newBookings, unreadForms: booking + contact + inquiry }
}

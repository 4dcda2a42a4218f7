import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { safeParse } from 'valibot'
import { getData, getDataSnapshot } from '#client/data/data-client.ts'
import { useDataState, useNewsCounts } from '#client/data/use-data.ts'
import { MailIcon } from '#client/desk/kit/icons.tsx'
import { centreTab, TabLink } from '#client/desk/kit/page/tabs.tsx'
import { recordLatestSeqs, useSyncState } from '#client/desk/queries/sync-state.ts'
import { cacheOnce } from '#client/desk/queries/use-desk-data.ts'
import { useOwnerZone, useServerAnswer } from '#client/desk/queries/use-records.ts'
import { useOnline, usePageVisible } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { setDisplayZone } from '#client/lib/data/device-zone.ts'
import { openEventStream } from '#client/lib/data/event-stream.ts'
import { random } from '#client/lib/data/ids.ts'
import { subscribeToAccount, useStoredOwner } from '#client/lib/data/stored-account.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { useTitleCount } from '#client/lib/use-title.ts'
import { Banner } from '#client/ui/controls/banner.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { Wordmark } from '#client/ui/wordmark.tsx'
import { deskEvents, getLatestSeqs, LatestSeqs } from '#shared/desk/changes.ts'
import { getSiteState } from '#shared/desk/site-state.ts'
import { getScheduleSettings } from '#shared/schedule/desk-api.ts'
import { getDevices } from '#shared/sync/devices.ts'
import { ChangeWatch } from './change-watch.ts'
import { useSecondPressGuard } from './second-press.ts'
import styles from './shell.module.css'
import { tabs } from './tabs.ts'

interface DeskShellProps {
  main: RefObject<HTMLElement | null>
  /** Sign-in after the session has ended. */
  signInAgain: ReactNode
  /** The sync state in the header, and the panel that it opens. */
  pill: ReactNode
  panel: ReactNode
  children: ReactNode
}

/** The frame around the owner's pages. */
export function DeskShell({ main, signInAgain, pill, panel, children }: DeskShellProps) {
  const userId = useStoredOwner()?.userId
  useChangeWatch(userId)
  useSecondPressGuard()
  useOwnerTimes()
  const online = useOnline()
  useEffectOn(`${userId} ${online}`, () => {
    if (!online) return
    void cacheOnce(getSiteState, {})
    void cacheOnce(getDevices, {})
  })
  return (
    <div className={styles.desk}>
      <header className={styles.top} data-ground="dark" data-print="off">
        <Wordmark />
        <DeskTabs />
        {pill}
      </header>
      {panel}
      <SignedOutBanner signIn={signInAgain} />
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}

const scheduleQuery = { endpoint: getScheduleSettings, input: {} }

/** Displays all times in the owner's zone, in which the hours, bookings and dates of the desk are, while the desk is open. */
function useOwnerTimes(): void {
  const stored = useOwnerZone()
  const answer = useServerAnswer(scheduleQuery, stored !== undefined)
  const zone = stored ?? answer?.data?.settings.timeZone
  // While rendering: the pages below are rendered with it.
  setDisplayZone(zone)
  useEffect(() => {
    setDisplayZone(zone)
    return () => setDisplayZone(undefined)
  }, [zone])
}

/**
 * A banner with the sign-in while the session has ended or belongs to another account. The page
 * below stays as it is.
 */
export function SignedOutBanner({ signIn }: { signIn: ReactNode }) {
  const last = useSyncState((state) => state.lastOutcome)
  const { sync } = useDataState()
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
  const visible = usePageVisible()
  const [signIns, setSignIns] = useState(0)
  useEffect(() => subscribeToAccount(() => setSignIns((count) => count + 1)), [])
  // `signIns` starts a new watch after another sign-in.
  useEffectOn(`${userId} ${online} ${visible} ${signIns}`, () => {
    if (!userId || !online || !visible) return
    return startSharedWatch({
      userId,
      locks: navigator.locks,
      createWatch: createChangeWatch,
      onChange: handleChanges,
    })
  })
}

function createChangeWatch(onChange: (changes: LatestSeqs) => void): ChangeWatch {
  return new ChangeWatch({
    openStream: (listener) => openEventStream(deskEvents.path, listener),
    poll: fetchLatestSeqs,
    parse: parseLatestSeqs,
    onChange,
    random: random,
  })
}

async function fetchLatestSeqs(): Promise<LatestSeqs | 'refused' | undefined> {
  const answer = await callEndpoint(getLatestSeqs, {})
  if (answer.ok) return answer.value
  return [401, 403].includes(answer.refusal.status) ? 'refused' : undefined
}

function parseLatestSeqs(data: unknown): LatestSeqs | undefined {
  const parsed = safeParse(LatestSeqs, data)
  return parsed.success ? parsed.output : undefined
}

function handleChanges(changes: LatestSeqs): void {
  const isNew = recordLatestSeqs(changes, systemClock())
  // The server answers again, so the local data retries a sync that failed.
  if (!isNew && !['failed', 'offline'].includes(getDataSnapshot().state.sync)) return
  // `useDataState` already shows that the local data cannot be opened.
  getData()
    .sync.run()
    .catch(() => undefined)
}

interface Watch {
  start(): void
  stop(): void
}

interface SharedWatchParts {
  /** The owner; also part of the name of the lock and the channel that the tabs share. */
  userId: string
  locks: Pick<LockManager, 'request'> | undefined
  createWatch(onChange: (changes: LatestSeqs) => void): Watch
  onChange(changes: LatestSeqs): void
}

type TabMessage = { changes: LatestSeqs } | 'what is the last'

/**
 * One watch for all visible tabs: browsers allow a site six connections over HTTP/1.1. The tab that
 * holds the Web Lock watches and posts changes to the others; when it is hidden or closed, another
 * tab gets the lock. Returns a function that ends this tab's part.
 */
function startSharedWatch({ userId, locks, createWatch, onChange }: SharedWatchParts): () => void {
  const name = `desk-changes-${userId}`
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined
  const post = (message: TabMessage) => channel?.postMessage(message)
  let last: LatestSeqs | undefined
  const own = createWatch((changes) => {
    last = changes
    onChange(changes)
    post({ changes })
  })
  let watches = false
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data !== 'what is the last') onChange(data.changes)
      else if (watches && last) post({ changes: last })
    }
  const controller = new AbortController()
  const begin = () => {
    watches = true
    own.start()
  }
  if (locks && channel) {
    post('what is the last')
    const until = new Promise<void>((done) =>
      controller.signal.addEventListener('abort', () => done()),
    )
    const holdLock = () => {
      if (!controller.signal.aborted) begin()
      return until
    }
    // `request` rejects if this tab stops before it gets the lock.
    locks.request(name, { signal: controller.signal }, holdLock).catch(() => undefined)
  } else begin()
  return () => {
    controller.abort()
    own.stop()
    channel?.close()
  }
}

/** On a phone the row scrolls, and the current tab is scrolled into view. */
function DeskTabs() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const { newBookings, unreadForms } = useTabCounts()
  const counts: Record<string, CountBadgeProps> = {
    Bookings: { count: newBookings, label: 'new' },
    Forms: { count: unreadForms, label: 'unread' },
  }
  // The pathname decides which tab is current, and the counts widen the row.
  useEffectOn(`${pathname} ${newBookings} ${unreadForms}`, () => centreTab(nav.current))
  return (
    <>
      <nav ref={nav} className={styles.tabs} aria-label="Admin">
        {tabs.map(({ to, first, label }) => (
          <TabLink key={to} to={to} firstPath={first} className={styles.tab}>
            {label}
            {counts[label] ? <CountBadge {...counts[label]} /> : null}
          </TabLink>
        ))}
      </nav>
      {/* On a phone the tab is out of sight, and nobody swipes for messages that they do not know of. */}
      {unreadForms > 0 ? (
        <Link to="/admin/forms" className={styles.unread}>
          <MailIcon />
          <CountBadge
            count={unreadForms}
            label={unreadForms === 1 ? 'unread message' : 'unread messages'}
          />
        </Link>
      ) : null}
    </>
  )
}

interface CountBadgeProps {
  count: number
  label: string
}

/** Renders nothing for 0. */
function CountBadge({ count, label }: CountBadgeProps) {
  if (count === 0) return null
  return (
    <span className={styles.count}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> {label}</VisuallyHidden>
    </span>
  )
}

interface TabCounts {
  newBookings: number
  /** Of all forms together. */
  unreadForms: number
}

/**
 * The counts on the tabs; also puts the total before the document title. 0 until they are known.
 */
function useTabCounts(): TabCounts {
  const { forms, newBookings, guestChanges } = useNewsCounts()
  const { booking = 0, contact = 0, inquiry = 0 } = forms
  // A booking and its form count once.
  useTitleCount(newBookings + guestChanges + contact + inquiry)
  return { newBookings, unreadForms: booking + contact + inquiry }
}

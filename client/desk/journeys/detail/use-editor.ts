import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useSearchParams } from 'react-router-dom'
import { getData } from '#client/data/data-client.ts'
import type { JourneyView } from '#client/data/journeys/types.ts'
import { useDataVersion } from '#client/data/use-data.ts'
import { listDaysOf } from '#client/desk/journeys/journey-edits.ts'
import { findToday } from '#client/desk/journeys/journeys-text.ts'
import { getCopyState } from '#client/desk/journeys/share/copy-state.ts'
import { Reorder } from '#client/desk/kit/lists/reorder.tsx'
import { useNavigateAtOnce } from '#client/desk/kit/navigate-at-once.ts'
import { useNow } from '#client/desk/queries/use-now.ts'
import { getStoredOwner, subscribeToAccount } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { findWarnings, type JourneyDay } from '#shared/journeys/days.ts'
import { listStops } from '#shared/journeys/places/stops.ts'
import type { Editor } from './editor.ts'
import { EditorCommands } from './editor-commands.ts'
import { listDisputed } from './journey-conflicts.tsx'
import { JourneySession, type SessionSnapshot } from './journey-session.ts'

interface Opened {
  snapshot: SessionSnapshot
  /** Undefined until the journey has been read, or if this device does not have it. */
  editor: Editor | undefined
  /** The id of the item that the address opens. */
  openId: string | undefined
}

/** Opens a journey for editing. The address says which day and item are shown. */
export function useEditor(id: string): Opened {
  const { session, commands, reorder, show, toAddress } = useTools(id)
  useStoredJourney(id, session)
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const [params] = useSearchParams()
  const now = useNow()
  const { view, saving } = snapshot
  const derived = useDerived(view)
  const days = useMemo(() => (view ? listDaysOf(view) : []), [view])
  const openId = params.get('item') ?? undefined
  const today = findToday(days, now)
  const shownDay = findShownDay(days, { dayId: params.get('day'), openId, today })
  const editor =
    view && derived
      ? {
          ...{ id, view, days, today, shownDay, saving, now },
          ...{ session, commands, reorder, show, toAddress },
          ...derived,
        }
      : undefined
  return { snapshot, editor, openId }
}

/** Objects that stay the same while a journey is open. */
function useTools(id: string) {
  const navigateAtOnce = useNavigateAtOnce()
  const toAddress = useCallback((day: string, item?: string) => toDayAddress(id, day, item), [id])
  const [session] = useState(() => openSession(id))
  useEffect(() => () => closeSession(id, session), [id, session])
  const [tools] = useState(() => {
    const show = (day: string | undefined, item?: string) =>
      navigateAtOnce(day ? toDayAddress(id, day, item) : toPath(id))
    const commands = new EditorCommands(session, show)
    return { commands, show, reorder: new Reorder() }
  })
  return { ...tools, session, toAddress }
}

/** Sessions with edits that could not be stored, so that leaving the page does not lose them. */
const unstored = new Map<string, JourneySession>()

function openSession(id: string): JourneySession {
  return unstored.get(id) ?? new JourneySession((edits) => getData().records.edit(edits))
}

function closeSession(id: string, session: JourneySession): void {
  unstored.set(id, session)
  void session.flush().then((isStored) => {
    if (isStored && unstored.get(id) === session) unstored.delete(id)
  })
}

subscribeToAccount(() => {
  if (!getStoredOwner()) unstored.clear()
})

const toPath = (id: string) => `/admin/journeys/${id}`

function toDayAddress(id: string, day: string, item?: string): string {
  return `${toPath(id)}?${new URLSearchParams({ day, ...(item && { item }) })}`
}

/** Reads the journey for each version of the local data; `useDataBarrier` reports failures. */
function useStoredJourney(id: string, session: JourneySession): void {
  const version = useDataVersion()
  const load = async (signal: AbortSignal) => {
    const writes = session.storedWrites
    const view = await getData().journeys.get(id)
    if (!signal.aborted) session.receive(view, writes)
  }
  useAsync(id, load, version)
}

/**
 * Derived from the whole journey. It may lag behind, so that typing is not slowed down.
 */
function useDerived(view: JourneyView | undefined) {
  const later = useDeferredValue(view)
  return useMemo(() => {
    if (!later) return undefined
    const days = listDaysOf(later)
    return {
      warnings: joinWarnings(days),
      conflicted: new Set(listDisputed(later).map(({ id }) => id)),
      copy: getCopyState(later, days),
      stops: listStops(days),
    }
  }, [later])
}

function joinWarnings(days: readonly JourneyDay[]): Map<string, string> {
  const warnings = new Map<string, string>()
  for (const { itemId, text } of findWarnings(days)) {
    const before = warnings.get(itemId)
    warnings.set(itemId, before ? `${before}\n${text}` : text)
  }
  return warnings
}

interface Wanted {
  dayId: string | null
  openId: string | undefined
  today: number
}

/** The day in the address, the open item's day, today, or the first day. */
function findShownDay(
  days: readonly JourneyDay[],
  { dayId, openId, today }: Wanted,
): JourneyDay | undefined {
  return (
    days.find(({ id }) => id === dayId) ??
    days.find(({ items }) => openId && items.some(({ id }) => id === openId)) ??
    days[today] ??
    days[0]
  )
}

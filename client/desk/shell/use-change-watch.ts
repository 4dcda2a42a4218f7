import { useEffect, useState } from 'react'
import { safeParse } from 'valibot'
import { book, bookNews } from '#client/book/page-book.ts'
import { systemClock } from '#client/lib/clock.ts'
import { onAccount } from '#client/lib/data/account-here.ts'
import { call } from '#client/lib/data/api.ts'
import { openEventStream } from '#client/lib/data/event-stream.ts'
import { chance } from '#client/lib/data/ids.ts'
import { useVisible } from '#client/lib/data/use-visible.ts'
import { useOnline } from '#client/lib/use-online.ts'
import { deskEvents, getLastChanges, LastChanges } from '#shared/desk/news-api.ts'
import { shareWatch } from './sync-share.ts'
import { noteChanges } from './sync-state.ts'
import { ChangeWatch } from './sync-watch.ts'

/** While somebody looks at this tab and there is a connection, it hears of each change on the server. */
export function useChangeWatch(userId: string | undefined): void {
  const online = useOnline()
  const visible = useVisible()
  const [signIns, setSignIns] = useState(0)
  useEffect(() => onAccount(() => setSignIns((count) => count + 1)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another sign-in it begins anew.
  useEffect(() => {
    if (!userId || !online || !visible) return
    return shareWatch({ userId, locks: navigator.locks, watch, heard })
  }, [userId, online, visible, signIns])
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

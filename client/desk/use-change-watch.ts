import { useEffect, useState } from 'react'
import { safeParse } from 'valibot'
import { deskEvents, getLastChanges, LastChanges } from '../../shared/desk/news-api.ts'
import { onAccount } from '../lib/account-here.ts'
import { call } from '../lib/api.ts'
import { systemClock } from '../lib/clock.ts'
import { openEventStream } from '../lib/event-stream.ts'
import { chance } from '../lib/ids.ts'
import { useOnline } from '../lib/use-online.ts'
import { useVisible } from '../lib/use-visible.ts'
import { book, bookNews } from '../offline/crm/page-book.ts'
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

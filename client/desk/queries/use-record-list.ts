import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import {
  noteAnswer,
  noteAsking,
  noteCopy,
  noteShown,
  useSyncState,
} from '#client/desk/shell/sync-state.ts'
import { systemClock } from '#client/lib/clock.ts'
import type { ApiRefusal } from '#client/lib/data/api.ts'
import { useOnline } from '#client/lib/use-online.ts'
import type { Listed, RecordList } from './record-list.ts'
import { type DeskData, endOf } from './use-desk-data.ts'

/** As `useDeskData`, of a list that this device keeps whole and brings up to date by what changed. */
export function useRecordList<Data, About>(
  list: RecordList<Data, About>,
): DeskData<Listed<Data, About>> {
  const view = useSyncExternalStore(list.subscribe, list.now)
  const [ended, setEnded] = useState<{ trouble: ApiRefusal | undefined }>()
  const [again, setAgain] = useState(0)
  const round = useSyncState((state) => state.round)
  const online = useOnline()

  useEffect(() => noteShown(list.key), [list])
  const asOf = view?.asOf
  useEffect(() => {
    if (asOf !== undefined) noteCopy(list.key, asOf)
  }, [list, asOf])

  // The rest are the occasions to ask anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    let left = false
    void ask(list).then((trouble) => {
      if (!left) setEnded({ trouble })
    })
    return () => {
      left = true
    }
  }, [list, again, round, online])

  const reload = useCallback(() => setAgain((count) => count + 1), [])
  const trouble = ended?.trouble
  return { data: view?.data, asOf, state: stateOf(view, ended), trouble, reload }
}

function stateOf(
  view: unknown,
  ended: { trouble: unknown } | undefined,
): DeskData<unknown>['state'] {
  if (!view) return ended?.trouble ? 'none' : 'opening'
  return ended && !ended.trouble ? 'fresh' : 'kept'
}

async function ask<Data, About>(list: RecordList<Data, About>): Promise<ApiRefusal | undefined> {
  const askedAt = systemClock()
  noteAsking()
  const trouble = await list.refresh()
  const ended = trouble ? endOf(trouble) : 'answered'
  noteAnswer(list.key, { ended, askedAt, now: systemClock() })
  return trouble
}

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ApiRefusal } from '../lib/api.ts'
import { systemClock } from '../lib/clock.ts'
import { useOnline } from '../lib/use-online.ts'
import type { Listed, RecordList } from './record-list.ts'
import { noteAnswer, noteAsking, useSyncState } from './sync-state.ts'
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
  return { data: view?.data, asOf: view?.asOf, state: stateOf(view, ended), trouble, reload }
}

function stateOf(
  view: unknown,
  ended: { trouble: unknown } | undefined,
): DeskData<unknown>['state'] {
  if (!view) return ended?.trouble ? 'none' : 'opening'
  return ended && !ended.trouble ? 'fresh' : 'kept'
}

async function ask<Data, About>(list: RecordList<Data, About>): Promise<ApiRefusal | undefined> {
  noteAsking()
  const trouble = await list.refresh()
  noteAnswer(trouble ? endOf(trouble) : 'answered', systemClock())
  return trouble
}

import { useEffect } from 'react'
import {
  noteAnswer,
  noteAsking,
  noteCopy,
  noteShown,
  useSyncState,
} from '#client/desk/shell/sync-state.ts'
import { systemClock } from '#client/lib/clock.ts'
import type { ApiRefusal } from '#client/lib/data/api.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useOnline } from '#client/lib/use-online.ts'
import { useStore } from '#client/lib/use-store.ts'
import type { Listed, RecordList } from './record-list.ts'
import { type DeskData, endOf } from './use-desk-data.ts'

/** As `useDeskData`, of a list that this device keeps whole and brings up to date by what changed. */
export function useRecordList<Data, About>(
  list: RecordList<Data, About>,
): DeskData<Listed<Data, About>> {
  const view = useStore(list.view)
  const round = useSyncState((state) => state.round)
  const online = useOnline()

  useEffect(() => noteShown(list.key), [list])
  const asOf = view?.asOf
  useEffect(() => {
    if (asOf !== undefined) noteCopy(list.key, asOf)
  }, [list, asOf])

  const { value: ended, reload } = useAsync(list.key, () => ask(list), `${round} ${online}`)
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

async function ask<Data, About>(
  list: RecordList<Data, About>,
): Promise<{ trouble: ApiRefusal | undefined }> {
  const askedAt = systemClock()
  noteAsking()
  const trouble = await list.refresh()
  const ended = trouble ? endOf(trouble) : 'answered'
  noteAnswer(list.key, { ended, askedAt, now: systemClock() })
  return { trouble }
}

import { useMemo } from 'react'
import { getData, getDataSnapshot } from '#client/data/data-client.ts'
import type { ScheduleView } from '#client/data/schedule/types.ts'
import { useDataState, useDataVersion } from '#client/data/use-data.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { getScheduleSettings, toScheduleContent } from '#shared/schedule/desk-api.ts'
import {
  defaultContent,
  replaceParts,
  type ScheduleContent,
} from '#shared/schedule/merge-schedules.ts'
import type { Source } from './use-desk-data.ts'
import { toSource, useServerAnswer } from './use-records.ts'

/** The schedule as this device has it, or the server's answer; undefined until it is known. */
export function useSchedule(): Source<ScheduleContent> {
  const stored = useStoredSchedule()
  const query = { endpoint: getScheduleSettings, input: {} }
  const answer = useServerAnswer(query, stored !== undefined)
  const data = answer?.data
  const schedule = useMemo(() => stored ?? (data && toScheduleContent(data)), [stored, data])
  return toSource(schedule, answer)
}

/** The schedule as this device has it, without asking the server; undefined until the first sync. */
export function useStoredSchedule(): ScheduleContent | undefined {
  const { view } = useScheduleView()
  return useMemo(
    () => (view?.syncedAt === undefined ? undefined : replaceParts(defaultContent, view.parts)),
    [view],
  )
}

/** The schedule's records on this device; `view` is undefined while the local data opens, or if it cannot be opened. */
export function useScheduleView() {
  const { phase } = useDataState()
  // A key for each phase, because a read fails while the local data opens.
  const key = `schedule ${phase}`
  const { value: view, setValue: setView, error } = useAsync(key, loadView, useDataVersion())
  // A time zone that this browser does not know cannot be read; a new try does not change that for the page.
  const hasFailed = error !== undefined
  const isLoading = !view && (phase === 'opening' || (phase === 'ready' && !hasFailed))
  return { view, setView, isLoading }
}

function loadView(): Promise<ScheduleView> {
  // `useDataState` reports local data that cannot answer.
  if (getDataSnapshot().state.phase !== 'ready') throw new Error('The local data is not ready')
  return getData().schedule.get()
}

import { useMemo } from 'react'
import { getData } from '#client/data/data-client.ts'
import type { JourneyListItem } from '#client/data/journeys/types.ts'
import { useDataQuery, useLast } from '#client/data/use-data.ts'

/** The journeys that a search finds; undefined until the first answer. */
export interface JourneyList {
  items: readonly JourneyListItem[]
  /** The text of the search that was answered last; the user may have typed more since. */
  searched: string
}

/** The result of a search, or of the last one until it is answered; undefined for empty text and before the first answer. */
export function useFoundJourneys(text: string): JourneyList | undefined {
  const isEmpty = text.trim() === ''
  const found = useDataQuery(text, async () => (isEmpty ? [] : getData().journeys.list(text)))
  const last = useLast(found && { items: found.answer, searched: found.key }, found)
  return isEmpty || last?.searched.trim() === '' ? undefined : last
}

/** All journeys on this device. */
export function useJourneys(): JourneyList | undefined {
  const found = useDataQuery('', () => getData().journeys.list(''))
  return useLast(found && { items: found.answer, searched: found.key }, found)
}

/** The journeys of a client, in no particular order. */
export function useClientJourneys(clientId: string): readonly JourneyListItem[] {
  const items = useJourneys()?.items
  return useMemo(
    () => (items ?? []).filter(({ clients }) => clients.some(({ id }) => id === clientId)),
    [items, clientId],
  )
}

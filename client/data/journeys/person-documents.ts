import { isLiving, type JourneyRows } from '#client/data/index/journey-rows.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { readJourney, toItem } from './journey-index.ts'
import type { PersonDocument } from './types.ts'

/** See `JourneysPart`. */
export function listPersonDocuments(
  rows: JourneyRows,
  clients: ReadonlySet<string>,
): PersonDocument[] {
  const documents = [...rows.journeys.values()].filter(isLiving).flatMap((row) => {
    const { title, clients: travellers } = readJourney(rows, row.id)
    if (!travellers.some((id) => clients.has(id))) return []
    const othersTravel = travellers.some((id) => !clients.has(id))
    const journey = { journeyId: row.id, journeyTitle: title || UNTITLED, othersTravel }
    const items = rows.listItems(row.id).map((item) => toItem(rows, item))
    return items.flatMap((item) =>
      item.documents.map((document) => ({ ...document, itemId: item.id, ...journey })),
    )
  })
  return documents.sort(
    (a, b) =>
      Number(a.othersTravel) - Number(b.othersTravel) ||
      a.journeyTitle.localeCompare(b.journeyTitle) ||
      a.journeyId.localeCompare(b.journeyId) ||
      a.name.localeCompare(b.name),
  )
}

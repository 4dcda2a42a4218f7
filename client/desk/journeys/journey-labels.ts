import { type ItemKind, kindLabels } from '#shared/journeys/journey-fields.ts'

/** `Sauna on the pier, in Lofoten, by sea`, `Their copy of Lofoten, by sea`, `Lofoten, by sea`. */
export function formatJourneyRecord({
  coll,
  title,
  item,
}: {
  coll: string
  /** The journey's title. */
  title: string
  /** The item's title, or its kind; undefined if the record is no item. */
  item: string | undefined
}): string {
  if (coll === 'guest-pass') return `Their copy of ${title}`
  return item === undefined ? title : `${formatItemName(item)}, in ${title}`
}

/** An item's title, or the label of its kind. */
function formatItemName(item: string): string {
  return Object.hasOwn(kindLabels, item) ? kindLabels[item as ItemKind] : item
}

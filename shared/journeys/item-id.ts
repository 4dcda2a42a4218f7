/** Id of the journey that an item belongs to. */
export function getJourneyId(itemId: string): string {
  return itemId.slice(0, itemId.indexOf('-'))
}

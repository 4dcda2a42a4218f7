/** The journey to which an item belongs. */
export function getJourneyId(itemId: string): string {
  return itemId.slice(0, itemId.indexOf('-'))
}

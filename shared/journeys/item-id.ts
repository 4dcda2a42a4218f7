/** Id of the journey that an item belongs to; the id itself if it is the journey's. */
export function getJourneyId(id: string): string {
  return id.split('-', 1)[0] as string
}

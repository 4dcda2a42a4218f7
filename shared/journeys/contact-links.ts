/** A link that opens an address in the phone's maps app. */
export function toMapLink(address: string, scheme: 'geo' | 'maps'): string {
  const query = encodeURIComponent(address.replaceAll(/\s+/g, ' ').trim())
  return scheme === 'geo' ? `geo:0,0?q=${query}` : `maps:?q=${query}`
}

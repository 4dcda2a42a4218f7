/** A `mailto:` link; encoded, so that an address cannot add a header or a second recipient. */
export function toMailtoLink(...addresses: string[]): string {
  return `mailto:${addresses.map((one) => encodeURIComponent(one).replaceAll('%40', '@')).join(',')}`
}

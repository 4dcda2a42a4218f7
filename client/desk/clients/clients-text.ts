import { formatCount, pluralize } from '#shared/lib/format-number.ts'

interface Counts {
  searchedText: string
  matchCount: number
  clientCount: number
  loading: boolean
  /** Whether this browser can store the clients, so that they are there without a connection. */
  isStored?: boolean
  /** Whether the server has answered, so that an empty list means that there are no clients. */
  isKnown?: boolean
}

/**
 * `8 clients, all available offline` or `3 of 8 clients`. No number while more clients arrive: a
 * screen reader would read out each one.
 */
export function formatResultCount({
  searchedText,
  matchCount,
  clientCount,
  loading,
  isStored = true,
  isKnown = true,
}: Counts): string {
  if (clientCount === 0 && !isKnown) return ''
  if (loading) return clientCount === 0 ? '' : 'Loading more clients'
  const clients = pluralize(clientCount, 'client')
  if (searchedText.trim() !== '') return `${formatCount(matchCount)} of ${clients}`
  if (clientCount === 0) return 'No clients'
  if (!isStored) return `${clients}, only while this page is open`
  return `${clients}, ${clientCount === 1 ? '' : 'all '}available offline`
}

/** `CM` of `Claire Marchetti`. */
export function getInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters
    .map((word) => word?.match(/\p{L}/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}

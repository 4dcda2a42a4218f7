import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Something with a fractional order key; the id decides between two devices' equal keys. */
export interface Ordered {
  id: string
  order: string
}

export function compareOrder(a: Ordered, b: Ordered): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/**
 * An order key for the place before `list[index]`; at the end of the list for `list.length`. `list` is
 * in order. Between two equal keys there is none: then the place is after all that are equal.
 */
export function orderAt(list: readonly Ordered[], index: number): string {
  const before = list[index - 1]?.order
  const after = list.slice(index).find(({ order }) => before === undefined || order > before)
  return generateKeyBetween(before || null, after?.order || null)
}

/**
 * Like `orderAt`, also between two equal keys, which two devices make when both add to the end: those
 * after the place then get new keys, too (`others`).
 */
export function makePlaceAt(
  list: readonly Ordered[],
  index: number,
): { order: string; others: Ordered[] } {
  const before = list[index - 1]?.order
  const equal = list.slice(index).filter(({ order }) => order === before)
  const after = list[index + equal.length]?.order
  const [order = '', ...rest] = generateNKeysBetween(
    before || null,
    after || null,
    equal.length + 1,
  )
  return { order, others: equal.map(({ id }, at) => ({ id, order: rest[at] ?? '' })) }
}

export function ordersFor(count: number): string[] {
  return generateNKeysBetween(null, null, count)
}

export function isOrderKey(text: string): boolean {
  try {
    return generateKeyBetween(text, null) > text
  } catch {
    return false
  }
}

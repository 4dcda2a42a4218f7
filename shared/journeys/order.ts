import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'

/** Something with a fractional order key. The id decides between equal keys, which two devices can make. */
export interface Ordered {
  id: string
  order: string
}

export function compareOrder(a: Ordered, b: Ordered): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/**
 * An order key for the position before `list[index]`, or at the end for `list.length`. `list` is sorted. There
 * is no key between two equal ones; then the position is after all equal ones.
 */
export function orderAt(list: readonly Ordered[], index: number): string {
  const before = list[index - 1]?.order
  const after = list.slice(index).find(({ order }) => before === undefined || order > before)
  return generateKeyBetween(before || null, after?.order || null)
}

/**
 * Like `orderAt`, but also works between equal keys, which occur when two devices add to the end: equal keys
 * after the position are replaced by the new ones in `others`.
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

// A transaction runs one query at a time, so lists are worked off one item after the other.

/** `map` for asynchronous functions, one item after the other. */
export async function mapInOrder<Item, Result>(
  items: Iterable<Item>,
  transform: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await transform(item))
  return results
}

/** `filter` for asynchronous functions, one item after the other. */
export async function filterInOrder<Item>(
  items: Iterable<Item>,
  matches: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const found: Item[] = []
  for (const item of items) if (await matches(item)) found.push(item)
  return found
}

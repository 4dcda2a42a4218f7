// A transaction of SQLite runs one query at a time, so lists are worked off one item after the other.

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

/**
 * `Promise.all` for queries of one transaction: on PostgreSQL they share a round trip. Also waits for
 * the others after one has failed, because a query must not run after the rollback.
 */
export async function together<Results extends readonly unknown[]>(
  work: readonly [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> {
  await Promise.allSettled(work)
  return Promise.all(work) as unknown as Promise<Results>
}

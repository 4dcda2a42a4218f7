import { useSearchParams } from 'react-router-dom'

const PARAMETER = 'show'

/** The query of a list's address with a filter; `all` is the default of every list. */
export function toFilterQuery(filter: string): string {
  return filter === 'all' ? '' : `?${PARAMETER}=${filter}`
}

/**
 * The filter of a list, kept in the address, so that it survives a reload and the back button; how to change it; and
 * the query of the list's address.
 */
export function useFilter<Filter extends string>(filters: readonly ('all' | Filter)[]) {
  const [params, setParams] = useSearchParams()
  const requested = params.get(PARAMETER)
  const filter = filters.find((one) => one === requested) ?? 'all'
  // At once: in a transition, the pressed option would not be the chosen one until it ends.
  const setFilter = (next: 'all' | Filter) =>
    setParams(next === 'all' ? {} : { [PARAMETER]: next }, {
      ...{ replace: true, preventScrollReset: true, flushSync: true },
    })
  return [filter, setFilter, toFilterQuery(filter)] as const
}

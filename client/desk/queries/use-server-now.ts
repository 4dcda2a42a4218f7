import { useDataState } from '#client/data/use-data.ts'
import { useNow } from '#client/desk/kit/use-now.ts'

/** The current time by the server's clock, as far as the last sync tells, UTC milliseconds; for what depends on it. */
export function useServerNow(): number {
  return useNow() + useDataState().clockSkew
}

import { getConfig, type SiteConfig } from '#shared/site/api.ts'
import { isNoAnswer } from './api.ts'
import { useCall } from './use-call.ts'

interface ServerReach {
  /** What this installation can do; undefined until known, and then nothing may be claimed. */
  config: SiteConfig | undefined
  /** The server gave no answer, whatever the browser believes of its connection. */
  unreachable: boolean
}

/** Asks the server once, when the page opens. */
export function useServerReach(): ServerReach {
  const { value: config, refusal } = useCall(getConfig, {})
  return { config, unreachable: refusal !== undefined && isNoAnswer(refusal) }
}

export function useSiteConfig(): SiteConfig | undefined {
  return useServerReach().config
}

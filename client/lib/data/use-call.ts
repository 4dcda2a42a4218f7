import { type Async, useAsync } from '#client/lib/use-async.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { getConfig, type SiteConfig } from '#shared/site/api.ts'
import { type ApiRefusal, call, isNoAnswer } from './api.ts'

export interface Called<T> extends Omit<Async<T>, 'error'> {
  /** Why the last finished attempt failed. */
  refusal: ApiRefusal | undefined
}

/** `useAsync` for an endpoint: a new input is a new key, and undefined loads nothing. */
export function useCall<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input | undefined,
  version?: string | number,
): Called<Output> {
  const key = input === undefined ? undefined : JSON.stringify([endpoint.path, input])
  const load = async () => {
    const answer = await call(endpoint, input as Input)
    return answer.ok ? answer.value : Promise.reject(answer.refusal)
  }
  const { error, ...rest } = useAsync(key, load, version)
  return { ...rest, refusal: error as ApiRefusal | undefined }
}

interface ServerReach {
  /**
   * Features of this installation; undefined until loaded. Until then a page must not claim any.
   */
  config: SiteConfig | undefined
  /** The server did not answer, whatever `navigator.onLine` says. */
  unreachable: boolean
}

/** Asks the server once, on mount. */
export function useServerReach(): ServerReach {
  const { value: config, refusal } = useCall(getConfig, {})
  return { config, unreachable: refusal !== undefined && isNoAnswer(refusal) }
}

export function useSiteConfig(): SiteConfig | undefined {
  return useServerReach().config
}

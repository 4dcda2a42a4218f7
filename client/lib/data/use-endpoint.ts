import { type AsyncState, useAsync } from '#client/lib/use-async.ts'
import type { Endpoint } from '#shared/lib/endpoint.ts'
import { getSiteConfig, type SiteConfig } from '#shared/site/api.ts'
import { type ApiRefusal, callEndpoint, isNetworkError } from './api.ts'

export interface EndpointState<T> extends Omit<AsyncState<T>, 'error'> {
  /** Why the last finished attempt failed; a request without an answer is a refusal too. */
  refusal: ApiRefusal | undefined
}

/**
 * `useAsync` for an endpoint: a new input is a new key, and undefined loads nothing. A new `version`
 * loads the same input again.
 */
export function useEndpoint<Input, Output>(
  endpoint: Endpoint<Input, Output>,
  input: Input | undefined,
  version?: string | number,
): EndpointState<Output> {
  const key = input === undefined ? undefined : JSON.stringify([endpoint.path, input])
  // `callEndpoint` never rejects, so each error of `useAsync` is a refusal.
  const load = async () => {
    const answer = await callEndpoint(endpoint, input as Input)
    return answer.ok ? answer.value : Promise.reject(answer.refusal)
  }
  const { error, ...rest } = useAsync(key, load, version)
  return { ...rest, refusal: error as ApiRefusal | undefined }
}

interface ServerStatus {
  /**
   * Features of this installation; undefined until loaded. Until then a page must not claim any.
   */
  config: SiteConfig | undefined
  /** The server did not answer, whatever `navigator.onLine` says. */
  isUnreachable: boolean
}

/** Asks the server once for each component that uses it, when that is mounted. */
export function useServerStatus(): ServerStatus {
  const { value: config, refusal } = useEndpoint(getSiteConfig, {})
  return { config, isUnreachable: refusal !== undefined && isNetworkError(refusal) }
}

export function useSiteConfig(): SiteConfig | undefined {
  return useServerStatus().config
}

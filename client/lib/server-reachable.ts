import { toFunctionPath } from '#shared/lib/endpoint.ts'

const TIMEOUT_MS = 30_000

/**
 * Whether the server answers, with any status. Does not use `callEndpoint`, whose schema library would add
 * to the first load of every page.
 */
export async function isServerReachable(): Promise<boolean> {
  try {
    await fetch(toFunctionPath('get-config'), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return true
  } catch {
    return false
  }
}

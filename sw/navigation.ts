import { FUNCTIONS } from '#shared/lib/endpoint.ts'
import { isPage, pageFiles, type Redirect, redirectOf } from '#shared/site/routes.ts'

/** Addresses that hold nothing a page could stand in for. */
const LEFT_ALONE = new RegExp(`^(${FUNCTIONS}/|/(healthz|readyz)$)`)

export type Plan =
  | { kind: 'page'; address: string }
  | ({ kind: 'redirect' } & Redirect)
  | { kind: 'network' }

/**
 * How an address is answered, as server/site/static.ts would from the same build; undefined where
 * the browser is to ask by itself.
 */
export function planFor(path: string, kept: ReadonlySet<string>): Plan | undefined {
  if (LEFT_ALONE.test(path)) return undefined
  const elsewhere = redirectOf(path)
  if (elsewhere) return { kind: 'redirect', ...elsewhere }
  if (!isPage(path)) return { kind: 'network' }
  const address = path === '/' ? path : path.replace(/\/$/, '')
  return { kind: 'page', address: kept.has(address) ? address : pageFiles.shell }
}

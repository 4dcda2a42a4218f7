import type { Database } from '#server/db/database.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import { DemoProvider } from './demo.ts'
import type { PaymentProvider, Providers } from './provider.ts'
import { type StripeKeys, StripeProvider } from './stripe.ts'

type PaymentSettings = ({ kind: 'card' } & StripeKeys) | { kind: 'demo' } | { kind: 'off' }

/** Decided at start, from settings. The demonstration's books are always there to be asked about. */
export function createProviders(
  settings: PaymentSettings,
  parts: { db: Database; clock: Clock; newId: NewId; keys: Keys },
): Providers {
  const demo = new DemoProvider(parts)
  const card = settings.kind === 'card' ? new StripeProvider(settings, parts.clock) : undefined
  const active: PaymentProvider | undefined = settings.kind === 'demo' ? demo : card
  return { active, of: (kind) => (kind === 'demo' ? demo : card) }
}

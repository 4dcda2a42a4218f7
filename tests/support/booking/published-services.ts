import type { Service } from '#shared/content/service.ts'
import { getService } from '#shared/content/services.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'

/** A service that the owner has added: 90 minutes for NOK 2,500, reduced VAT. */
export const dinner: Service = {
  ...getService('business-consultancy'),
  id: 'private-dinner',
  type: 'private-dinner',
  title: 'Private Dinner',
  durationMinutes: 90,
  amount: 250_000,
  isPerHour: false,
  vat: { home: 'reduced', abroad: 'none' },
  feeLabel: 'Table fee',
}

/** Publishes the standard services with these instead of those of the same type, or beside them. */
export function publishServices(...services: readonly Service[]): void {
  const types = services.map(({ type }) => type)
  const others = untouchedSite.services.filter(({ type }) => !types.includes(type))
  setSiteContent({ ...untouchedSite, services: [...others, ...services] })
}

/** What may become of the dinner after it was booked. */
export const laterDinners: readonly [what: string, publish: () => void][] = [
  ['is gone', () => publishServices()],
  ['is hidden', () => publishServices({ ...dinner, isShown: false })],
  [
    'has another name, length, price and VAT',
    () =>
      publishServices({
        ...dinner,
        ...{ title: 'Supper', durationMinutes: 45, amount: 990_000, feeLabel: 'Supper fee' },
        vat: { home: 'standard', abroad: 'as_at_home' },
      }),
  ],
]

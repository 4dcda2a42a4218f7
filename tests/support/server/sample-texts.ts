import { samples } from '#server/site/samples.ts'
import { formatPrice } from '#shared/lib/money.ts'

/**
 * Shorter texts, such as "June" or "Fourteen", also stand in texts that are no samples. That they
 * are left out is shown by their values, which are null on a public site.
 */
const SHORTEST = 10

/** Everything invented that a search can recognise, of all samples that are registered. */
export function listSampleTexts(): string[] {
  const texts = Object.values(samples).flatMap(collectTexts)
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST)
}

function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const price = 'amount' in value ? [formatPrice(Number(value.amount), 'nok')] : []
  return [...price, ...Object.values(value).flatMap(collectTexts)]
}

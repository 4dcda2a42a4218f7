// Each file adds its samples to the list when it is loaded.
import '#shared/site/owner/about.ts'
import '#shared/site/owner/business.ts'
import '#shared/site/owner/journeys.ts'
import '#shared/site/owner/mastery.ts'
import { photographs } from '#shared/site/owner/photographs.ts'
import { samples } from '#shared/site/owner/samples.ts'

/** What the owner has not replaced yet, for the log and for the dashboard. */
export function listSamples(): string[] {
  return photographs.portrait ? [...samples] : [...samples, 'portrait: none yet']
}

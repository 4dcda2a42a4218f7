import type { Settings } from '#server/settings.ts'
import { initialContent, showContent } from '#shared/content/registry.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'
import type { Unfinished } from '#shared/desk/site-state.ts'
import { sellerDetails } from '#shared/payment/seller.ts'
import { photographs } from '#shared/site/owner/photographs.ts'

/** Sets the content that this process serves. Each program that reads it begins with this. */
export function loadSiteContent({ publicUrl }: Pick<Settings, 'publicUrl'>): void {
  setSiteContent(showContent(initialContent, { isPublic: publicUrl !== undefined, version: 0 }))
}

/**
 * What the owner has not written yet and what a public site closes without it. `hasSender`: the
 * settings name a sender of mails.
 */
export function listUnfinished(hasSender: boolean): Unfinished[] {
  const samples = siteContent().samples.map((name) => ({
    name,
    closes: whatNeeds(name, hasSender),
  }))
  return photographs.portrait ? samples : [...samples, { name: 'portrait: none yet', closes: null }]
}

function whatNeeds(name: string, hasSender: boolean): Unfinished['closes'] {
  if (sellerDetails.includes(name)) return 'sales'
  return name === 'email address' && !hasSender ? 'mail' : null
}

import type { Tx } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'
import { initialContent, showContent } from '#shared/content/registry.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'
import type { Unfinished } from '#shared/desk/site-state.ts'
import { sellerDetails } from '#shared/payment/seller.ts'
import { photographs } from '#shared/site/owner/photographs.ts'
import { readLatestVersion, type SiteVersion } from './store.ts'

/** Sets the untouched content. Each program begins with it, since it may read content before the database is open. */
export function loadUntouchedContent(settings: SiteAddress): void {
  show({ version: 0, content: initialContent }, settings)
}

/** Sets the content that this process serves to the version that visitors get. */
export async function loadSiteContent(tx: Tx, settings: SiteAddress): Promise<void> {
  show(await readLatestVersion(tx), settings)
}

type SiteAddress = Pick<Settings, 'publicUrl'>

function show(
  { version, content }: Pick<SiteVersion, 'version' | 'content'>,
  { publicUrl }: SiteAddress,
): void {
  setSiteContent(showContent(content, { isPublic: publicUrl !== undefined, version }))
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

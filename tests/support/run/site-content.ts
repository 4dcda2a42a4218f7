import { initialContent } from '#server/site/initial-content.ts'
import { showContent } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'

/** The content of a site that nobody has changed, with its samples. */
export const untouchedSite = showContent(initialContent, { isPublic: false, version: 0 })

/** The same on a public site: without samples. */
export const untouchedPublicSite = showContent(initialContent, { isPublic: true, version: 0 })

setSiteContent(untouchedSite)

import { buildInitialContent } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'

/** The content of a site that nobody has changed, with its samples. */
export const initialContent = buildInitialContent({ isPublic: false })

setSiteContent(initialContent)

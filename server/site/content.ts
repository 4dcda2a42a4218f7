import type { Settings } from '#server/settings.ts'
import { buildInitialContent } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'

/** Sets the content that this process serves. Each program that reads it begins with this. */
export function loadSiteContent({ publicUrl }: Pick<Settings, 'publicUrl'>): void {
  setSiteContent(buildInitialContent({ isPublic: publicUrl !== undefined }))
}

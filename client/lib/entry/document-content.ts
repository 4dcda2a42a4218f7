import type { SiteContent } from '#shared/content/registry.ts'
import { setSiteContent, siteContent } from '#shared/content/site-content.ts'

/** Address of the file with the texts of all pages, until it is fetched. */
let restAddress: string | undefined

/** Takes the content of the site from the document, which has the texts of its own page. */
export function readDocumentContent(): void {
  const element = document.querySelector<HTMLElement>('script#site-content')
  if (!element?.textContent) throw new Error('The document contains no content of the site')
  setSiteContent(JSON.parse(element.textContent))
  restAddress = element.dataset.rest
}

/** Fetches the texts of all pages, unless this document has those of `route`. */
export async function loadTexts(route?: string): Promise<void> {
  if (!restAddress || (route && route === document.getElementById('root')?.dataset.route)) return
  const response = await fetch(restAddress).catch(() => undefined)
  // `isChunkLoadError` recognises this message, so that the page shows the same error as for code that did not load.
  if (!response?.ok) throw new Error(`error loading dynamically imported module: ${restAddress}`)
  const texts: SiteContent['texts'] = await response.json()
  setSiteContent({ ...siteContent(), texts })
  restAddress = undefined
}

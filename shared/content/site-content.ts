import type { Business, SiteContent, SiteTexts } from './registry.ts'

let shown: SiteContent | undefined

/**
 * The version that this process serves or this document shows. A document keeps the version that it was loaded with; the server
 * changes it when the owner publishes.
 */
export function siteContent(): SiteContent {
  if (!shown) throw new Error('The content of the site is read before it is set')
  return shown
}

export function setSiteContent(content: SiteContent): void {
  shown = content
}

export function getBusiness(): Business {
  return siteContent().business
}

/** The texts of a page. */
export function getTexts<Page extends keyof SiteTexts>(page: Page): SiteTexts[Page] {
  const { [page]: texts } = siteContent().texts
  if (!texts) throw new Error(`This document does not contain the texts of the page ${page}`)
  return texts
}

/** Whether a value is one that nobody has replaced, by the name of the sample. */
export function isSample(name: string): boolean {
  return siteContent().samples.includes(name)
}

/** Puts the name of the business in place of `{name}`. */
export function fillInName(text: string): string {
  return text.replaceAll('{name}', getBusiness().name)
}

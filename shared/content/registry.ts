import { businessFields } from './business.ts'
import type { ContentField, ContentPart, ValuesOf } from './fields.ts'
import { aboutPage } from './pages/about.ts'
import { artistryPage } from './pages/artistry.ts'
import { commonParts, contactPage } from './pages/contact.ts'
import { homePage } from './pages/home.ts'
import { masteryPage } from './pages/mastery.ts'
import { servicesPage } from './pages/services.ts'
import type { Service } from './service.ts'
import { standardServices } from './standard-services.ts'

/** The fields of each page, by part; `common` has the texts that several pages show. */
export const contentPages = {
  common: commonParts,
  home: homePage,
  services: servicesPage,
  artistry: artistryPage,
  mastery: masteryPage,
  about: aboutPage,
  contact: contactPage,
} as const

type TextsOf<Page> = { readonly [Part in keyof Page]: ValuesOf<Page[Part]> }

/** The texts of all pages. */
export type SiteTexts = {
  readonly [Page in keyof typeof contentPages]: TextsOf<(typeof contentPages)[Page]>
}

export type SampleJourney = NonNullable<SiteTexts['artistry']['journeys']['list']>[number]

export type Business = ValuesOf<typeof businessFields>

/** One version of everything that the owner writes. A value that a public site does not have yet is null. */
export interface SiteContent {
  /** A public site shows no samples. */
  isPublic: boolean
  /** Names of the sample values that the owner has not replaced yet; see `ContentField.sample`. */
  samples: readonly string[]
  business: Business
  services: readonly Service[]
  texts: SiteTexts
}

/** The content before the owner has changed anything. A public site has null in place of each sample. */
export function buildInitialContent({ isPublic }: { isPublic: boolean }): SiteContent {
  const initial = ({ initial: value, sample }: ContentField) => (isPublic && sample ? null : value)
  const part = (fields: ContentPart) => mapValues(fields, initial)
  return {
    isPublic,
    samples: [...new Set(listFields().flatMap(({ sample }) => sample ?? []))],
    business: part(businessFields) as Business,
    services: standardServices,
    texts: mapValues(contentPages, (page) =>
      mapValues<ContentPart, unknown>(page, part),
    ) as unknown as SiteTexts,
  }
}

/** All sample values, which a public site must not show. */
export function listSampleValues(): unknown[] {
  return listFields().flatMap(({ sample, initial }) => (sample ? [initial] : []))
}

function listFields(): ContentField[] {
  const parts = Object.values(contentPages).flatMap((page) => Object.values<ContentPart>(page))
  return [...parts, businessFields as ContentPart].flatMap((part) => Object.values(part))
}

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
}

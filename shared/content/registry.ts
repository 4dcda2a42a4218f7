import { businessFields } from './business.ts'
import type { ContentField, ContentPart, ValuesOf } from './fields.ts'
import { aboutPage } from './pages/about.ts'
import { artistryPage } from './pages/artistry.ts'
import { commonParts, contactPage } from './pages/contact.ts'
import { homePage } from './pages/home.ts'
import { initialRevisions, type Revisions } from './pages/legal-sections.ts'
import { masteryPage } from './pages/mastery.ts'
import { privacyPage } from './pages/privacy.ts'
import { servicesPage } from './pages/services.ts'
import { termsPage } from './pages/terms.ts'
import type { Service } from './service.ts'

/** The fields of each page, by part; `common` has the texts that several pages show. */
export const contentPages = {
  common: commonParts,
  home: homePage,
  services: servicesPage,
  artistry: artistryPage,
  mastery: masteryPage,
  about: aboutPage,
  contact: contactPage,
  terms: termsPage,
  privacy: privacyPage,
} as const

type TextsOf<Page> = { readonly [Part in keyof Page]: ValuesOf<Page[Part]> }

/** The texts of all pages. */
export type SiteTexts = {
  readonly [Page in keyof typeof contentPages]: TextsOf<(typeof contentPages)[Page]>
}

export type SampleJourney = NonNullable<SiteTexts['artistry']['journeys']['list']>[number]

export type Business = ValuesOf<typeof businessFields>

/** Everything that the owner writes, with the initial value of what she has not changed. */
export interface StoredContent {
  /** Addresses of the fields that still have an invented value: `business.email`, `about.facts.list`. */
  samples: readonly string[]
  business: Business
  services: readonly Service[]
  texts: SiteTexts
  /** Set by the server when it publishes. */
  revised: Revisions
}

/** One version of the content, as pages show it. A value that a public site does not have yet is null. */
export interface SiteContent extends StoredContent {
  /** The number under which it was published; 0 before the owner has published anything. */
  version: number
  /** A public site shows no samples. */
  isPublic: boolean
  /** Names of the invented values; see `ContentField.sample`. */
  samples: readonly string[]
}

/** A field of the business or of a page's part. */
interface AddressedField {
  /** `business.email`, `about.facts.list` */
  address: string
  field: ContentField
}

/** @public All fields of the business and of the pages. */
export const contentFields: readonly AddressedField[] = [
  ...listFields('business', businessFields),
  ...Object.entries(contentPages).flatMap(([page, parts]) =>
    Object.entries<ContentPart>(parts).flatMap(([part, fields]) =>
      listFields(`${page}.${part}`, fields),
    ),
  ),
]

function listFields(prefix: string, fields: ContentPart): AddressedField[] {
  return Object.entries(fields).map(([name, field]) => ({ address: `${prefix}.${name}`, field }))
}

/**
 * What pages show of a version. On a public site, null replaces the samples. A field that is newer than the version has its
 * initial value.
 */
export function showContent(
  stored: StoredContent,
  { isPublic, version }: Pick<SiteContent, 'isPublic' | 'version'>,
): SiteContent {
  const samples = new Set(stored.samples)
  const show = (values: Values | undefined, prefix: string, fields: ContentPart) =>
    mapValues(fields, ({ initial, sample }, name) => {
      const value = values?.[name]
      const isInvented = value === undefined ? sample : samples.has(`${prefix}.${name}`)
      if (isPublic && isInvented) return null
      return value === undefined ? initial : value
    })
  const texts = stored.texts as unknown as Record<string, Record<string, Values> | undefined>
  const names = contentFields.flatMap(({ address, field: { sample } }) =>
    sample && samples.has(address) ? sample : [],
  )
  return {
    version,
    isPublic,
    samples: [...new Set(names)],
    business: show(stored.business, 'business', businessFields) as Business,
    services: stored.services,
    revised: stored.revised ?? initialRevisions,
    texts: mapValues(contentPages, (parts, page) =>
      mapValues<ContentPart, unknown>(parts, (fields, part) =>
        show(texts[page]?.[part], `${page}.${part}`, fields),
      ),
    ) as unknown as SiteTexts,
  }
}

/** Content that another build has shown, with what this build shows besides. */
export function completeContent(shown: SiteContent): SiteContent {
  return { ...showContent(shown, shown), samples: shown.samples }
}

type Values = Readonly<Record<string, unknown>>

function mapValues<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]))
}

/** Where visitors see the photographs of a page's texts. */
const places: Readonly<Record<string, string>> = {
  common: 'Home, About and mails',
  artistry: 'Artistry',
  mastery: 'Mastery',
}

/** The places in which this content shows a photograph. */
export function listPhotographUses({ texts }: StoredContent, id: string): string[] {
  const all = texts as unknown as Readonly<Record<string, Record<string, Record<string, unknown>>>>
  return contentFields.flatMap(({ address, field: { kind } }) => {
    if (kind !== 'photograph' && kind !== 'photographs') return []
    const [page = '', part = '', name = ''] = address.split('.')
    const shown = [all[page]?.[part]?.[name] ?? []].flat() as { id?: unknown }[]
    return shown.some((one) => one.id === id) ? (places[page] ?? page) : []
  })
}

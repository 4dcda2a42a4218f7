import * as v from 'valibot'
import { expect, test } from 'vitest'
import { businessFields } from '#shared/content/business.ts'
import type { ContentField, ContentPart } from '#shared/content/fields.ts'
import { contentPages } from '#shared/content/registry.ts'
import { standardServices } from '#shared/content/standard-services.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'

function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value ? Object.values(value).flatMap(collectTexts) : []
}

/** Sentences of eight words or more, as shorter ones may recur; pictures' labels are left out. */
function collectSentences(page: unknown): string[] {
  return collectTexts(page)
    .flatMap((text) => text.split(/(?<=[.?!])\s+/))
    .filter((sentence) => sentence.split(' ').length >= 8 && /[.?!]$/.test(sentence))
}

test('No sentence of eight or more words appears on two pages', () => {
  // Terms and privacy policy are each complete.
  const { terms: _terms, privacy: _privacy, ...texts } = untouchedSite.texts
  const parts = [
    ...Object.values(texts),
    standardServices.map(({ teaser, description }) => [teaser, description]),
  ]
  const all = parts.map(collectSentences).flatMap((sentences) => [...new Set(sentences)])
  expect(all.length).toBeGreaterThan(40)
  expect(all.filter((sentence, place) => all.indexOf(sentence) !== place)).toEqual([])
})

test('Every initial value fits what the owner may write', () => {
  const pages = Object.values(contentPages).flatMap((page) => Object.values<ContentPart>(page))
  const fields = [...pages, businessFields as ContentPart].flatMap((part) => Object.entries(part))
  const refused = fields.filter(([, { schema, initial }]) => !v.is(schema, initial))
  expect(fields.length).toBeGreaterThan(60)
  expect(refused.map(([name, { label }]: [string, ContentField]) => `${name}: ${label}`)).toEqual(
    [],
  )
})

import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, expect, it } from 'vitest'
import { renderHtml } from '#client/app/prerender.tsx'
import { textBlock } from '#server/mail/content.ts'
import { renderHtml as renderMail } from '#server/mail/renderer.ts'
import { initialContent } from '#server/site/initial-content.ts'
import { dataBlock, renderHead } from '#server/site/pages/head.ts'
import { structuredData } from '#server/site/pages/structured-data.ts'
import { newService } from '#shared/content/drafts.ts'
import type { ContentField } from '#shared/content/fields.ts'
import { contentFields, showContent } from '#shared/content/registry.ts'
import type { Service } from '#shared/content/service.ts'
import { serviceFields } from '#shared/content/service-fields.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { listPages, type PageInfo } from '#shared/site/pages.ts'
import { assertProperty } from '#tests/support/run/property-runs.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'

// Every field of a content has a value of its own, so that one content tries some hundred of them; each run renders one of
// the pages that show it, and a mail.

const hostile = fc.constantFrom(
  ...['</script><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<!--', ']]>', '-->'],
  ...['" onmouseover="alert(1)', "' style='x", '{"@context":"x"}', '\\u003c/script>', '&lt;b&gt;'],
  ...[
    '\u2028\u2029',
    '\u202eRTL \u202d',
    'مرحبا بالعالم',
    'שלום',
    '👩‍🚀🏳️‍🌈',
    'e\u0301\u0327',
    '$& $1 $`',
  ],
  ...['{name}', '{vat}', '{withdrawal form}', '*', '**', '*a*b*', '[x](javascript:alert`1`)'],
  ...[
    '[x](//evil.example)',
    '__proto__',
    'constructor',
    'null',
    '\u0000\u0007',
    '%3Cscript%3E',
    '\\',
  ],
)
const text = fc
  .array(
    fc.oneof(
      hostile,
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constant('word'.repeat(40)),
    ),
    {
      maxLength: 4,
    },
  )
  .map((parts) => parts.join(' '))

let counted = 0

/** A value that may be published in this field, as far as its form goes. */
function toArbitrary(field: ContentField): fc.Arbitrary<unknown> {
  const { kind, limit = 0, entries = 0, choices = [], columns = {} } = field
  const row = fc.record(
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, toArbitrary(column)]),
    ),
  )
  const words = text.map((value) => {
    counted += 1
    return value
      .slice(0, limit)
      .replaceAll(/\p{Cs}/gu, '')
      .trim()
  })
  if (kind === 'list') return fc.array(words, { maxLength: entries })
  if (kind === 'rows') return fc.array(row, { maxLength: entries })
  if (kind === 'group') return row
  if (kind === 'choice') return fc.constantFrom(...choices)
  if (kind === 'number') return fc.integer({ min: 1, max: 48 }).map((count) => count * 5)
  if (kind === 'yes or no') return fc.boolean()
  if (kind === 'photograph') return fc.constant(null)
  return kind === 'photographs' ? fc.constant([]) : words
}

const fields = fc.record(
  Object.fromEntries(contentFields.map(({ address, field }) => [address, toArbitrary(field)])),
)
const service = fc.record(
  Object.fromEntries(
    Object.entries(serviceFields).map(([name, field]) => [
      name,
      toArbitrary(field as ContentField),
    ]),
  ),
)
const content = fc.record({ fields, services: fc.array(service, { minLength: 1, maxLength: 5 }) })

function show({ fields: values, services }: { fields: object; services: object[] }) {
  const stored = structuredClone(initialContent) as unknown as {
    business: Record<string, unknown>
    texts: Record<string, Record<string, Record<string, unknown>>>
  }
  for (const [address, value] of Object.entries(values)) {
    const [page = '', part = '', name = ''] = address.split('.')
    const holder = page === 'business' ? stored.business : stored.texts[page]?.[part]
    if (holder) holder[page === 'business' ? part : name] = value
  }
  // What is checked before it is published.
  const social = (stored.business.social as { name: string }[]).map(({ name }) => ({
    ...{ name, url: `https://example.com/${encodeURIComponent(name)}` },
  }))
  const all = services.map(
    (one, at): Service => ({ ...newService(`svc-${at}`), ...one, type: `service-${at}` }),
  )
  const shown = { ...initialContent, ...stored, samples: [], services: all }
  const house = stored.texts.mastery?.client?.house as { logo: string } | null
  if (house) house.logo = '/logo.svg'
  const business = { ...stored.business, social } as unknown as typeof initialContent.business
  const site = showContent({ ...shown, business } as unknown as typeof initialContent, {
    ...{ isPublic: true, version: 1 },
  })
  setSiteContent(site)
  return site
}

const assets = { styles: [], fonts: [], entry: '/x.js', modules: [], hydrationModules: [] }

const TAG = /<([a-zA-Z!][^\s/>]*)((?:\s+[^\s=/>]+(?:="[^"]*")?)*)\s*\/?>/g

/** Names of all elements and attributes, and the addresses that attributes lead to. React escapes every `<` of a text. */
function readMarkup(html: string) {
  const tags = [...html.matchAll(TAG)]
  const attributes = tags.flatMap(([, , all = '']) => [
    ...all.matchAll(/([^\s=/>]+)(?:="([^"]*)")?/g),
  ])
  return {
    /** What begins like a tag and is none. */
    rest: [...html.replaceAll(TAG, '').matchAll(/<(?!\/).{0,60}/gs)].map(([found]) => found),
    elements: new Set(tags.map(([, name = '']) => name)),
    attributes: new Set(attributes.map(([, name = '']) => name)),
    addresses: attributes.flatMap(([, name, value = '']) =>
      name === 'href' || name === 'src' || name === 'action' ? [value] : [],
    ),
  }
}

const ACTIVE = /^(script|style|iframe|frame|object|embed|applet|base)$/i

const runs = { contents: 0, values: 0, pages: new Set<string>() }
afterAll(() => {
  setSiteContent(untouchedSite)
  if (process.env.PROPERTY_RUNS)
    process.stdout.write(
      `${runs.contents} contents with ${runs.values} texts, ${runs.pages.size} different pages\n`,
    )
})

it('Whatever the owner writes breaks no page, no mail and nothing that search engines read, and runs nothing', async () => {
  await assertProperty(
    fc.asyncProperty(content, fc.nat(), async (written, choice) => {
      const site = show(written)
      const pages = listPages().filter(({ isIndexed }) => isIndexed)
      const page = pages[choice % pages.length] as PageInfo
      runs.contents += 1
      runs.values = counted
      runs.pages.add(page.path)
      const html = await renderHtml(page.path)
      const markup = readMarkup(html.replaceAll(/<!--( |\/?\$[!?]?)-->/g, ''))
      expect(markup.rest).toEqual([])
      expect([...markup.elements].filter((name) => ACTIVE.test(name))).toEqual([])
      expect([...markup.attributes].filter((name) => /^(on|style$)/i.test(name))).toEqual([])
      for (const address of markup.addresses)
        expect(address).toMatch(/^(\/(?!\/)|#|https?:\/\/|mailto:|tel:|data:image\/|$)/)
      const data = structuredData(page, 'https://lysning.example')
      const head = renderHead({ page, assets, origin: 'https://lysning.example', data })
      const blocks = [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
      expect(blocks.map(([, json = '']) => JSON.parse(json))).toEqual(
        JSON.parse(JSON.stringify(data)),
      )
      expect(head.match(/<script/g)).toHaveLength(blocks.length + 1)
      const [, json = ''] = /^<script[^>]*>(.*)<\/script>$/s.exec(dataBlock(site, {})) ?? []
      expect(json).not.toContain('<')
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(site)))
      const mail = renderMail({
        ...{ subject: 'x', preview: 'x', title: 'x', blocks: [textBlock('x')] },
        ...{ reason: 'x', isSigned: true },
      })
      const inMail = readMarkup(mail)
      expect([...inMail.elements]).not.toContain('script')
      expect([...inMail.attributes].filter((name) => /^on/i.test(name))).toEqual([])
      for (const address of inMail.addresses)
        expect(address).toMatch(/^(https?:|mailto:|tel:|cid:|\/)/)
    }),
  )
}, 3_600_000)

it('A text with half a character is not published: files and mails cannot hold it', () => {
  for (const { field } of contentFields)
    if (field.kind === 'line' || field.kind === 'paragraph')
      expect(v.is(field.schema, 'a \ud83d b')).toBe(false)
})

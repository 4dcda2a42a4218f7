import { afterEach, describe, expect, test } from 'vitest'
import { renderHtml } from '#client/app/prerender.tsx'
import { initialContent } from '#server/site/initial-content.ts'
import { readLatestVersion } from '#server/site/store.ts'
import type { ContentChange } from '#shared/content/collections.ts'
import { applyChanges } from '#shared/content/drafts.ts'
import type { LegalSection } from '#shared/content/pages/legal-sections.ts'
import { judgePublication } from '#shared/content/publishing.ts'
import { showContent } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { publishInOslo } from '#tests/support/content/publishing.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'
import { SyncDevice } from '#tests/support/sync/sync-device.ts'
import { SyncServer } from '#tests/support/sync/sync-server.ts'

const { sections } = initialContent.texts.terms.text

const write = (to: readonly LegalSection[]): ContentChange => ({
  ...{ coll: 'page', id: 'terms', field: 'terms.text.sections' },
  ...{ from: sections, to },
})
const add = (text: string, title = 'Mine') => [...sections, { title, text }]

async function renderTerms(to: readonly LegalSection[]): Promise<string> {
  const content = applyChanges(initialContent, [write(to)])
  setSiteContent(showContent(content, { isPublic: false, version: 1 }))
  return renderHtml('/terms')
}

const judge = (to: readonly LegalSection[]) => judgePublication(initialContent, [write(to)])

afterEach(() => setSiteContent(untouchedSite))

describe('A legal text', () => {
  test('is shown with its paragraphs and links, and with what the law fixes and the site computes', async () => {
    const html = await renderTerms(
      add('First.\n\nSee [the form](/contact) or [EU](https://eu.example).'),
    )
    expect(html).toContain('<p>First.</p>')
    expect(html).toMatch(
      /See <a href="\/contact"[^>]*>the form<\/a> or <a href="https:\/\/eu.example">EU<\/a>\./,
    )
    expect(html).toContain('without giving any reason')
    expect(html).toContain('I/We (*) hereby give notice')
    expect(html).not.toMatch(/\{[^}]*\}/)
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'vbscript:x',
  ])('makes no link to %s', async (address) => {
    const html = await renderTerms(add(`[press](${address})`))
    expect(html).toContain(`<p>[press](${address})</p>`)
    expect(judge(add(`[press](${address})`))).toEqual({
      problem: `Sections: Please check the link [press](${address}).`,
    })
  })

  test('shows markup as text', async () => {
    const html = await renderTerms(add('<img src=x onerror=alert(1)> [<b>](/contact)', '<script>x'))
    expect(html).not.toMatch(/<img src=x|<script>|<b>/)
  })

  test('has an anchor of its own for each section, whatever its heading', async () => {
    const twice = [
      ...add('One.', 'Contact'),
      { title: 'Contact', text: 'Two.' },
      { title: '…', text: 'Three.' },
    ]
    const html = await renderTerms(twice)
    const ids = [...html.matchAll(/<section id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.slice(-4)).toEqual(['contact', 'contact-2', 'contact-3', 'section'])
    expect(ids.slice(0, 3)).toEqual(['acceptance', 'services', 'booking-and-cancellation'])
  })

  const without = (name: string) => sections.filter(({ text }) => !text.includes(name))
  test.each([
    [
      'without the withdrawal form',
      without('{withdrawal form}'),
      'Please keep {withdrawal instructions}',
    ],
    ['without who the business is', without('{business}'), 'Please keep {business}'],
    ['with the form inside a sentence', add('See {withdrawal form}.'), 'a paragraph of its own'],
    ['with a name that nothing fills in', add('By {nobody}.'), 'nothing to fill in for {nobody}'],
    [
      'with a link to a page that the site does not have',
      add('[words](/nowhere)'),
      'check the link words',
    ],
    ['with a section without a heading', add('Text.', ' '), 'a heading and a text'],
  ])('%s is not published', (_what, to, problem) => {
    expect(judge(to)).toEqual({ problem: expect.stringContaining(problem) })
  })

  test('with a link to a page, to a service and to a letter is published', () => {
    const links =
      '[a](/privacy-policy#age) [b](/service/bespoke-planning) [c](mailto:a@example.com)'
    expect(judge(add(links))).toHaveProperty('content')
  })
})

test('The date of a legal text is that of its last publication in the owner’s zone, and other changes leave it', async () => {
  const server = await SyncServer.open({ publication: publishInOslo })
  try {
    const phone = new SyncDevice('phone')
    const publish = async (id: string, change: ContentChange) => {
      await phone.edit({ coll: 'publication', id }, { changes: [change], madeAt: '' })
      await phone.sync(server.createTransport())
    }
    const { revised } = initialContent
    server.time.now = Date.parse('2027-03-01T23:30:00Z')
    const title = {
      coll: 'page',
      id: 'about',
      field: 'about.story.title',
      from: initialContent.texts.about.story.title,
      to: 'x',
    } as const
    await publish('one', title)
    expect((await readLatestVersion(server.db.read)).content.revised).toEqual(revised)
    await publish('two', write(add('More.')))
    const { content } = await readLatestVersion(server.db.read)
    expect(content.revised).toEqual({ ...revised, terms: '2027-03-02' })
    setSiteContent(showContent(content, { isPublic: false, version: 2 }))
    expect((await renderHtml('/terms')).replaceAll('\u00a0', ' ')).toContain(
      'Last updated 2 March 2027.',
    )
  } finally {
    await server.close()
  }
})

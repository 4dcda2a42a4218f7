import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { renderHtml } from '#client/app/prerender.tsx'
import { structuredData } from '#server/site/pages/structured-data.ts'
import { samples as sampleValues } from '#server/site/samples.ts'
import { newService } from '#shared/content/drafts.ts'
import type { Business, SiteContent, SiteTexts } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { getSeller } from '#shared/payment/seller.ts'
import { listPages, type PageInfo } from '#shared/site/pages.ts'
import { listPrecachedFiles } from '#tests/support/browser/transfer.ts'
import { untouchedPublicSite, untouchedSite } from '#tests/support/run/site-content.ts'
import { listSampleTexts } from '#tests/support/server/sample-texts.ts'
import { ServerProcess } from '#tests/support/server/server.ts'

const PUBLIC_URL = 'http://lysning.example'

const samples = listSampleTexts()

const findSamples = (text: string) => samples.filter((sample) => text.includes(sample))

/** What a reader or a search engine finds in a page, without the markup. */
const toPlainText = (html: string) =>
  html
    .replace(/<script\b.*?<\/script>/gs, ' ')
    .replace(/<wbr[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')

/** The text as a reader sees it: links and emphasis are parts of their sentence. */
const toSentences = (html: string) =>
  html
    .replace(/<(script|style|noscript)\b.*?<\/\1>/gs, ' ')
    .replace(/<!--.*?-->|<\/?(a|b|em|i|small|span|strong|wbr)\b[^>]*>/gs, '')
    .replace(/<[^>]*>/g, ' ')

/** What a left-out word leaves behind: an empty pair of brackets, or a space before a comma. */
const GAP = /\(\s*\)|\s[,;:.!?)](?=\s|$)|[,;:(]\s*[,;:.!?)]/

test('The samples that are searched for are those of the registry', () => {
  for (const known of ['hello@example.com', 'Ingrid Solheim', '+47 00 00 00 00', '000 000 000'])
    expect(samples).toContain(known)
  expect(samples.length).toBeGreaterThan(25)
})

describe('A site with a public address', () => {
  let server: ServerProcess
  const read = async (address: string) => (await fetch(server.url + address)).text()

  beforeAll(async () => {
    server = await ServerProcess.start({ env: { PUBLIC_URL } })
  })
  afterAll(() => server.dispose())

  test.each([...listPages().map((page) => page.path), '/no-such-page'])(
    'serves %s without anything invented, and without a gap in its sentences',
    async (address) => {
      const html = await read(address)
      expect(findSamples(html)).toEqual([])
      expect(findSamples(toPlainText(html))).toEqual([])
      expect(html).not.toMatch(/mailto:|tel:/)
      expect(toPlainText(html)).not.toMatch(/\b(null|undefined|NaN)\b/)
      expect(toSentences(html)).not.toMatch(GAP)
    },
  )

  test('lays out About for few words while the story is not written', async () => {
    expect(await read('/about')).toMatch(/class="[^"]*_brief_/)
  })

  test('serves no file, such as a script, a manifest or a chart, that contains anything invented', async () => {
    const folder = fileURLToPath(new URL('../../dist/client', import.meta.url))
    const built = fs.readdirSync(folder, { recursive: true }).map((name) => `/${name}`)
    const cached = (await listPrecachedFiles(server.url)).map(({ url }) => url)
    const addresses = new Set([...built, ...cached, '/sw.js', '/sitemap.xml', '/robots.txt'])
    const texts = [...addresses].filter(
      (address) => !/\.(br|gz|png|woff2|jpg|webp|avif)$/.test(address),
    )
    expect(texts.length).toBeGreaterThan(100)
    for (const address of texts) expect(findSamples(await read(address)), address).toEqual([])
  })

  test.each(['/admin', '/meeting', '/booking/manage', '/service/bespoke-planning'])(
    'offers the contact form, which needs no script, where %s needs one',
    async (address) => {
      const [, note = ''] = /<noscript>(.*?)<\/noscript>/s.exec(await read(address)) ?? []
      expect(note).toMatch(/href="\/contact(\?about=[a-z-]+)?"/)
    },
  )

  test('names in its log what is missing, and what is closed without it', async () => {
    const warnings = () => server.log.filter(({ level }) => level === 40)
    const about = (text: string) => warnings().find(({ msg }) => msg.includes(text))
    await expect
      .poll(() => about('The seller is not named'))
      .toMatchObject({
        missing: [
          'legal name',
          'organisation number',
          'VAT registration',
          'entry in Foretaksregisteret',
          'postal address',
        ],
      })
    expect(about('sample values')?.samples).toEqual(
      expect.arrayContaining(['founder’s name', 'email address', 'testimonials']),
    )
    expect(about('no real sender')).toBeDefined()
  })

  test('tells the pages that it takes no payment and sends no mail', async () => {
    const config = JSON.parse(await read('/functions/get-config'))
    expect(config).toMatchObject({ payments: 'off', sendsMail: false })
  })
})

/** The pages that visitors read; the desk has another frame. */
const sitePages = listPages()
  .map(({ path: address }) => address)
  .filter((address) => address !== '/admin')

/** A public site; `own` and `texts` replace samples by the owner's values. */
function openPublicSite(own?: Partial<Business>, texts?: Partial<SiteTexts>): SiteContent {
  const content = untouchedPublicSite
  const site = {
    ...content,
    business: { ...content.business, ...own },
    texts: { ...content.texts, ...texts },
  }
  setSiteContent(site)
  return site
}

const render = async (address: string) => toPlainText(await renderHtml(address))

describe('The content of a public site', () => {
  afterEach(() => setSiteContent(untouchedSite))

  test('holds no value of any sample, however short', () => {
    const content = JSON.stringify(openPublicSite())
    const values = Object.values(sampleValues).map((value) => JSON.stringify(value))
    expect(values.length).toBeGreaterThan(12)
    expect(values.filter((value) => value.length > 6 && content.includes(value))).toEqual([])
  })

  test.each(['artistry', 'mastery'] as const)(
    'shows a service on the side %s with only what it needs, without an empty line or list',
    async (side) => {
      const bare = { ...newService('svc-bare'), type: 'lodge-review', side, title: 'Lodge review' }
      const words = {
        cardTitle: 'Lodge review',
        description: 'Written down.',
        pageTitle: 'Book it',
      }
      const site = openPublicSite()
      setSiteContent({ ...site, services: [...site.services, { ...bare, ...words }] })
      const pages = ['/', '/services/nordic-luxury-travel', '/services/hospitality-consultancy']
      const own = '/service/lodge-review'
      const shown: string[] = []
      for (const address of [...pages, own]) {
        const html = await renderHtml(address)
        if (html.includes('Lodge review')) shown.push(address)
        expect(html, address).not.toMatch(/<(p|em|ul|dd|span|h\d)( class="[^"]*")?><\/\1>/)
      }
      expect(shown).toEqual(['/', pages[side === 'artistry' ? 1 : 2], own])
    },
  )

  test('say in the terms how to reach the business, and nothing of VAT, while both are missing', async () => {
    openPublicSite()
    const terms = await render('/terms')
    expect(terms).toContain('you must inform us (Lysning, by the contact form of this website)')
    expect(terms).not.toMatch(/VAT|which rule applied/)
  })

  test('name card payment only if there is a seller, which paid bookings need', async () => {
    const mastery = '/services/hospitality-consultancy'
    openPublicSite()
    expect(await render(mastery)).not.toMatch(/\bcard\b|when you book/i)
    const seller = {
      ...{ legalName: 'Reiser Nordpå AS', organizationNumber: '998 877 665' },
      ...{ address: 'Kaigata 7, 6020 Ålesund, Norway' },
      ...{ vatRegistered: true, inForetaksregisteret: false },
    }
    openPublicSite(seller)
    expect(await render(mastery)).toMatch(/Card\s+Paid when you book\./)
  })

  test('tell search engines that VAT is included only if the seller is registered for it', async () => {
    openPublicSite()
    const artistry = listPages().find((page) => page.path === '/services/nordic-luxury-travel')
    const details = {
      ...{ legalName: 'Reiser Nordpå AS', organizationNumber: '998 877 665' },
      ...{ address: 'Kaigata 7, 6020 Ålesund, Norway', inForetaksregisteret: false },
    }
    for (const [own, isIncluded] of [
      [undefined, false],
      [{ ...details, vatRegistered: false }, false],
      [{ ...details, vatRegistered: true }, true],
    ] as const) {
      openPublicSite(own)
      const data = JSON.stringify(structuredData(artistry as PageInfo, PUBLIC_URL))
      expect(data).toContain('"price":4000')
      expect(data.includes('valueAddedTaxIncluded')).toBe(isIncluded)
    }
  })

  test('give sales documents the nine digits, to which only a registered seller adds MVA', async () => {
    const details = {
      ...{ legalName: 'Reiser Nordpå AS', address: 'Kaigata 7, 6020 Ålesund, Norway' },
      ...{ vatRegistered: false, inForetaksregisteret: false },
    }
    for (const organizationNumber of ['923 609 016', 'NO 923 609 016 MVA', '923609016 mva']) {
      openPublicSite({ ...details, organizationNumber })
      expect(getSeller()?.organizationNumber).toBe('923609016')
    }
    openPublicSite({ ...details, organizationNumber: '998 877 665' })
    expect(getSeller()?.organizationNumber).toBe('998 877 665')
  })

  test.each([
    ['the owner’s', 'A client’s own words, printed with their permission.'],
    ['a sample', 'A sample: only words that a client permits me to print will stand here.'],
  ])('say below each quotation where it comes from, if it is %s', async (whose, note) => {
    const quotation = { quote: 'They met us at the quay.', client: 'Anna B.', about: 'in May' }
    const { texts, ...site } = openPublicSite()
    const quoted = { quotation: { words: quotation } }
    setSiteContent({
      ...site,
      samples: whose === 'a sample' ? site.samples : [],
      texts: {
        ...texts,
        home: { ...texts.home, ...quoted },
        artistry: { ...texts.artistry, ...quoted },
      },
    })
    const quoting: string[] = []
    for (const address of sitePages) {
      const html = await renderHtml(address)
      const figures = html.match(/<figure(?:(?!<figure).)*?<blockquote.*?<\/figure>/gs) ?? []
      expect(figures.length, address).toBe(html.split('<blockquote').length - 1)
      for (const figure of figures) {
        expect(toPlainText(figure)).toContain(note)
        quoting.push(address)
      }
    }
    expect(quoting).toEqual(['/', '/services/nordic-luxury-travel'])
  })

  test.each([
    [null, '/contact?about=accessibility'],
    [
      'marit@reiser-nordpaa.no',
      'mailto:marit@reiser-nordpaa.no?subject=A%20barrier%20on%20your%20site',
    ],
  ])(
    'name in the footer of every page whom to tell of an access barrier, with the address %s',
    async (email, target) => {
      openPublicSite({ email })
      for (const address of sitePages) {
        const [footer = ''] = (await renderHtml(address)).match(/<footer.*<\/footer>/s) ?? []
        const links = [...footer.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)]
        const barrier = links.filter(([, , text]) => text === 'Report an access barrier')
        expect(
          barrier.map(([, href]) => href),
          address,
        ).toEqual([target])
      }
    },
  )

  test('show what the owner has written everywhere a sample was shown', async () => {
    const own = {
      legalName: 'Reiser Nordpå AS',
      founder: 'Marit Kvamme',
      organizationNumber: '998 877 665',
      vatRegistered: true,
      inForetaksregisteret: false,
      address: 'Kaigata 7, 6020 Ålesund, Norway',
      email: 'marit@reiser-nordpaa.no',
      phone: '+47 70 12 34 56',
      social: [{ name: 'Mastodon', url: 'https://snabelen.no/@nordpaa' }],
    }
    const words = { quote: 'They met us at the quay.', client: 'Anna B.', about: 'a week in May' }
    openPublicSite(own, { home: { ...untouchedSite.texts.home, quotation: { words } } })
    const [home, about, contact, terms] = [
      await render('/'),
      await render('/about'),
      await render('/contact'),
      await render('/terms'),
    ]
    for (const text of [own.founder, own.email, own.phone, 'Mastodon', 'They met us at the quay.'])
      expect(home).toContain(text)
    expect(about).toContain(own.founder)
    expect(contact).toContain(own.email)
    for (const text of [own.legalName, own.organizationNumber, own.address, own.email])
      expect(terms.replaceAll('\u00a0', ' ')).toContain(text)
    const data = JSON.stringify(structuredData(getHome(), 'https://reiser-nordpaa.no'))
    for (const text of [own.legalName, own.founder, own.email, own.phone, own.address, '@nordpaa'])
      expect(data).toContain(text)
    expect(getSeller()?.legalName).toBe(own.legalName)
  })
})

function getHome(): PageInfo {
  const [home] = listPages()
  if (home?.path !== '/') throw new Error('Home is the first page')
  return home
}

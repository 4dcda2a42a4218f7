import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { renderHtml } from '#client/app/prerender.tsx'
import { initialContent } from '#server/site/initial-content.ts'
import { BUSINESS_ID, type ContentChange } from '#shared/content/collections.ts'
import { applyChanges } from '#shared/content/drafts.ts'
import { judgePublication } from '#shared/content/publishing.ts'
import { contentPages, type SampleJourney, showContent } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { drawCharts } from '#shared/site/route-charts.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'

const shipped = initialContent.texts.artistry.journeys.list ?? []
const [lofoten] = shipped
if (!lofoten) throw new Error('There is no sample journey')

const change = (...journeys: SampleJourney[]): ContentChange => ({
  ...{ coll: 'page', id: 'artistry', field: 'artistry.journeys.list' },
  ...{ from: shipped, to: journeys },
})
const adviser: ContentChange = {
  ...{ coll: 'business', id: BUSINESS_ID, field: 'travelRole' },
  ...{ from: initialContent.business.travelRole, to: 'adviser' },
}

const fjords = { ...lofoten, title: 'Fjords', slug: 'fjords', chartText: '' }

async function renderArtistry(...journeys: SampleJourney[]): Promise<string> {
  const content = applyChanges(initialContent, [change(...journeys)])
  setSiteContent(drawCharts(showContent(content, { isPublic: false, version: 1 })))
  return renderHtml('/services/nordic-luxury-travel')
}

const listPictures = (html: string) => html.match(/(?:src="data:image\/svg\+xml,|route-)\w*/g)

afterEach(() => setSiteContent(untouchedSite))

test('A journey whose places the owner names has its own chart in the page, described by its places', async () => {
  const html = await renderArtistry({ ...fjords, places: ['Bergen', 'Flåm', '', 'Ålesund'] })
  expect(listPictures(html)).toEqual(['src="data:image/svg+xml,'])
  expect(html).toContain(
    'aria-label="Chart, not for navigation: a dotted route from Bergen to Flåm and Ålesund"',
  )
  for (const name of ['Bergen', 'Flåm', 'Ålesund']) expect(html).toContain(`>${name}</text>`)
})

test('What she writes about her chart is its description', async () => {
  const chartText = 'Three fjords, from the south'
  const html = await renderArtistry({ ...fjords, places: ['Bergen', 'Voss'], chartText })
  expect(html).toContain(`aria-label="${chartText}"`)
  expect(html).not.toContain('not for navigation')
})

test('A journey without places, or with none that the map knows, shows the drawn chart', async () => {
  const html = await renderArtistry(
    ...shipped,
    { ...fjords, places: [] },
    { ...fjords, slug: 'none', places: ['Nowhere at all'] },
  )
  expect(html).not.toContain('data:image/svg+xml,')
  for (const { chartText } of shipped) expect(html).toContain(`aria-label="${chartText}"`)
})

test('Drawing the charts changes nothing else in the content', () => {
  expect(drawCharts(untouchedSite)).toEqual(untouchedSite)
  const { list } = contentPages.artistry.journeys
  expect(v.is(list.schema, shipped)).toBe(true)
})

test('Places are published if the map has all of them', () => {
  const publish = (...places: string[]) =>
    judgePublication(initialContent, [adviser, change({ ...fjords, places })])
  expect(publish('Bergen', '68.234, 14.568')).toHaveProperty('content')
  expect(publish('Bergen', 'Nowhere at all')).toEqual({
    problem: expect.stringContaining('Fjords: The map does not know “Nowhere at all”.'),
  })
  expect(publish('66.5, 179.9')).toEqual({
    problem: expect.stringContaining('“66.5, 179.9” lies outside the map of the North.'),
  })
})

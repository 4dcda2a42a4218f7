import { afterEach, describe, expect, test } from 'vitest'
import { renderHtml } from '#client/app/prerender.tsx'
import { initialContent } from '#server/site/initial-content.ts'
import { structuredData } from '#server/site/pages/structured-data.ts'
import { BUSINESS_ID, type ContentChange } from '#shared/content/collections.ts'
import { applyChanges } from '#shared/content/drafts.ts'
import { judgePublication } from '#shared/content/publishing.ts'
import { showContent } from '#shared/content/registry.ts'
import { setSiteContent } from '#shared/content/site-content.ts'
import { listPages } from '#shared/site/pages.ts'
import { untouchedSite } from '#tests/support/run/site-content.ts'

const { list } = initialContent.texts.artistry.journeys
const journeys: ContentChange = {
  ...{ coll: 'page', id: 'artistry', field: 'artistry.journeys.list' },
  ...{ from: list, to: list },
}
const { business } = initialContent
const say = (field: 'travelRole' | 'guarantor' | 'guaranteeNumber', to: string): ContentChange => ({
  ...{ coll: 'business', id: BUSINESS_ID, field },
  ...{ from: business[field], to },
})
const adviser = [say('travelRole', 'adviser')]
const organiser = [say('travelRole', 'organiser'), say('guarantor', 'Reisegarantifondet')]
const complete = [...organiser, say('guaranteeNumber', '1234')]

const ARTISTRY = '/services/nordic-luxury-travel'

/** What a public site shows after these changes. */
async function show(changes: readonly ContentChange[]) {
  const content = applyChanges(initialContent, [...changes, journeys])
  setSiteContent(showContent(content, { isPublic: true, version: 1 }))
  const page = listPages().find(({ path }) => path === ARTISTRY)
  if (!page) throw new Error(`There is no page ${ARTISTRY}`)
  const read = async (path: string) => (await renderHtml(path)).replaceAll(/<!-- -->/g, '')
  return {
    ...{ home: await read('/'), artistry: await read(ARTISTRY), terms: await read('/terms') },
    data: JSON.stringify(structuredData(page)),
  }
}

afterEach(() => setSiteContent(untouchedSite))

describe('A price of a whole journey', () => {
  test.each([
    ['an adviser', adviser],
    ['an organiser without the number of the guarantee', organiser],
    ['somebody who has not said which', []],
  ])('is on no page of %s, nor in what search engines read', async (_who, changes) => {
    const { home, artistry, terms, data } = await show(changes)
    for (const text of [home, artistry]) {
      expect(text).toContain('Lofoten, by sea')
      expect(text).not.toMatch(/68,000|Travel guarantee/)
    }
    expect(data).toContain('Lofoten, by sea')
    expect(data).not.toContain('lowPrice')
    expect(terms).not.toContain('Travel guarantee')
  })

  test('is shown by an organiser who names guarantor and number in the footer and in the terms', async () => {
    const { home, artistry, terms, data } = await show(complete)
    const guarantee = 'Travel guarantee: Reisegarantifondet, no. 1234'
    for (const text of [home, artistry, terms.replaceAll('\u00a0', ' ')])
      expect(text).toContain(guarantee)
    for (const text of [home, artistry]) expect(text).toContain('68,000')
    expect(data).toContain('"lowPrice":68000')
  })

  test.each([
    ['before the owner says which', [], 'whether you are an adviser or an organiser'],
    ['by an organiser without the number', organiser, 'the guarantor and its number'],
  ])('is not published %s, and the rest is', (_when, changes, problem) => {
    expect(judgePublication(initialContent, [...changes, journeys])).toEqual({
      problem: expect.stringContaining(problem),
    })
    if (changes.length > 0)
      expect(judgePublication(initialContent, changes)).toHaveProperty('content')
  })

  test.each([
    ['an adviser, whose site does not show it', adviser],
    ['an organiser with guarantor and number', complete],
  ])('is published by %s', (_who, changes) => {
    expect(judgePublication(initialContent, [...changes, journeys])).toHaveProperty('content')
  })
})

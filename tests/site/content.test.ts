import { expect, test } from 'vitest'
import * as about from '#shared/site/content-about.ts'
import * as artistry from '#shared/site/content-artistry.ts'
import * as common from '#shared/site/content-common.ts'
import * as contact from '#shared/site/content-contact.ts'
import * as home from '#shared/site/content-home.ts'
import * as invitations from '#shared/site/content-invitations.ts'
import * as mastery from '#shared/site/content-mastery.ts'
import * as services from '#shared/site/content-services.ts'
import * as ownAbout from '#shared/site/owner/about.ts'
import * as journeys from '#shared/site/owner/journeys.ts'
import * as ownMastery from '#shared/site/owner/mastery.ts'

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
  const modules = [home, about, artistry, mastery, services, common, contact, invitations]
  const pages = [...modules, ownAbout, journeys, ownMastery].map(collectSentences)
  const all = pages.flatMap((sentences) => [...new Set(sentences)])
  expect(all.length).toBeGreaterThan(40)
  expect(all.filter((sentence, place) => all.indexOf(sentence) !== place)).toEqual([])
})

test('The hospitality page labels its link to the travel enquiry form as meant for travellers', () => {
  expect(mastery.travelInquiryPrompt).toEqual({
    question: 'Planning a journey instead?',
    link: 'Use the travel enquiry',
  })
  expect(mastery.engagements.advisory.to).toBe('/contact?about=house')
})

import type { ServiceType } from '#shared/booking/catalogue.ts'
import { business } from './owner/business.ts'

export const hero = {
  title: 'Nordic experiences, *masterfully* crafted.',
  lead: 'Private journeys through the North, and counsel for the houses that welcome travellers.',
  caption: 'Pl. I — A fjord at the blue hour',
}

export const craft = {
  title: 'Our Craft',
  opening: 'Two disciplines, one hand.',
  lead: 'A journey and a guest house ask for the same thing: attention, patiently applied. I offer it to those who travel, and to those who receive them.',
}

interface Teaser {
  slug: ServiceType
  title: string
  essence: 'DISCOVERY' | 'ARTISTRY' | 'MASTERY'
  description: string
}

export const waysToBegin = {
  title: 'Ways to begin',
  link: 'BEGIN JOURNEY',
  teasers: [
    {
      slug: 'initial-consultation',
      title: 'Initial Consultation',
      essence: 'DISCOVERY',
      description: 'Half an hour by video, to hear where you might go and when.',
    },
    {
      slug: 'bespoke-planning',
      title: 'Bespoke Planning',
      essence: 'ARTISTRY',
      description: 'The whole journey, drawn and held together by one person.',
    },
    {
      slug: 'business-consultancy',
      title: 'Business Consultancy',
      essence: 'MASTERY',
      description: 'One hour on the question that keeps returning to your house.',
    },
  ] satisfies Teaser[],
}

export const journeysTitle = 'Three ways through the North'

export const artisan = {
  kicker: 'The Artisan',
  title: 'Someone who knows which road the light takes.',
  paragraphs: [
    `${business.name} is the work of one person. Before it was a practice it was a habit: walking a valley before recommending it, sleeping in the room before sending a guest there, asking the boatman about November.`,
    'That habit became a way of working. Every itinerary and every strategy is written by the same hand that answers your first message.',
  ],
  link: 'MEET THE ARTISAN',
}

export const philosophy = {
  title: 'Our Philosophy',
  statement:
    'The rarest luxury in the North is not a view. It is an *unhurried hour* in front of one.',
}

export const values = {
  title: 'Our Values',
  list: [
    {
      name: 'Provenance',
      text: 'I recommend only what I have walked, slept in and tasted. Nothing arrives by brochure.',
    },
    {
      name: 'Discretion',
      text: 'Names stay unspoken, plans stay private. The best service leaves hardly a ripple.',
    },
    {
      name: 'Patience',
      text: 'Good work is built in layers. I take the time that a place, and a business, requires.',
    },
  ],
}

export const story = {
  title: 'We transform travel into *art.*',
  lead: 'A print is numbered because it can be repeated. A journey cannot. Each of mine is an edition of one, made for the people in it and then retired.',
  link: 'DISCOVER THE STORY',
  linkName: 'Discover the story behind my journeys',
  plate: 'Etching of snow-covered peaks above still water, with one red fisherman’s cabin',
  /** Title shown under the print, in Norwegian. */
  printTitle: 'Vinter, ved sjøen',
}

export const contact = {
  title: 'Begin Your Masterpiece',
  lead: 'Tell me a little. A season, a feeling, a building you cannot stop thinking about.',
  inquiry: { term: 'Travel', link: 'Fill in the detailed form' },
}

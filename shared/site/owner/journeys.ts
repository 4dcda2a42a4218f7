import type { Destination } from './business.ts'
import { isPublicSite, sample } from './samples.ts'

export interface SampleJourney {
  /** Its name in links to the booking page. */
  slug: string
  title: string
  length: string
  season: string
  /** Three moments, each one line. */
  moments: readonly string[]
  /** The lowest price in minor units, and for how many travellers. */
  from: { amount: number; currency: 'nok'; travellers: string }
  /** Chosen on the booking page when a visitor comes from this journey. */
  destinations: readonly Destination[]
  /** Its chart: one of the three that are drawn. */
  chart: 'lofoten' | 'lapland' | 'denmark'
  /** The chart in words. */
  chartText: string
}

/** Three journeys that show what is possible: cards on Home and Artistry, lines on Services. */
export const journeys: readonly SampleJourney[] | null = sample(
  'sample journeys and their prices',
  isPublicSite
    ? null
    : [
        {
          slug: 'lofoten-by-sea',
          title: 'Lofoten, by sea',
          length: 'Eight days',
          season: 'June',
          moments: [
            'A working boat into the Trollfjord at midnight',
            'A sauna on the pier, and the stairs into the sea',
            'Supper in a fisherman’s kitchen',
          ],
          from: { amount: 6_800_000, currency: 'nok', travellers: 'for two' },
          destinations: ['Norway'],
          chart: 'lofoten',
          chartText:
            'Chart of Lofoten, not for navigation: a dotted route by sea from Bodø to Svolvær, the Trollfjord, Henningsvær and Reine',
        },
        {
          slug: 'swedish-lapland',
          title: 'Swedish Lapland, in the blue month',
          length: 'Six days',
          season: 'December to February',
          moments: [
            'A cabin with one stove and no clock',
            'A day with a reindeer herder',
            'Aurora watched from a warm floor',
          ],
          from: { amount: 7_400_000, currency: 'nok', travellers: 'for two' },
          destinations: ['Sweden'],
          chart: 'lapland',
          chartText:
            'Chart of Swedish Lapland, not for navigation: a dotted route from Luleå to Jokkmokk, Kiruna and Abisko',
        },
        {
          slug: 'copenhagen-to-skagen',
          title: 'Copenhagen to Skagen, slowly',
          length: 'Seven days',
          season: 'May or September',
          moments: [
            'Two workshops that do not have a sign',
            'A manor house and its kitchen garden',
            'The beach where two seas meet',
          ],
          from: { amount: 5_200_000, currency: 'nok', travellers: 'for two' },
          destinations: ['Denmark'],
          chart: 'denmark',
          chartText:
            'Chart of Denmark, not for navigation: a dotted route from Copenhagen across Funen to Aarhus and Skagen',
        },
      ],
)

/** What each month is best for, January first. */
export const months: readonly { name: string; bestFor: string }[] = [
  { name: 'January', bestFor: 'blue hours and a stove' },
  { name: 'February', bestFor: 'reindeer country, and the aurora' },
  { name: 'March', bestFor: 'snow with sun in it' },
  { name: 'April', bestFor: 'skis at eight, birdsong at noon' },
  { name: 'May', bestFor: 'orchards in flower' },
  { name: 'June', bestFor: 'a sun that does not set' },
  { name: 'July', bestFor: 'warm granite, and a swim' },
  { name: 'August', bestFor: 'cloudberries, and the first stars' },
  { name: 'September', bestFor: 'red fells and clear air' },
  { name: 'October', bestFor: 'storms, seen from indoors' },
  { name: 'November', bestFor: 'empty harbours, first snow' },
  { name: 'December', bestFor: 'a lamp in every window' },
]

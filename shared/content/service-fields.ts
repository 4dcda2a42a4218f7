import * as v from 'valibot'
import {
  type ContentField,
  choice,
  group,
  line,
  list,
  paragraph,
  wholeNumber,
  yesOrNo,
} from './fields.ts'
import type { Service } from './service.ts'

/** A service lasts whole parts of five minutes, up to a working day. */
function duration(): ContentField<number> {
  const message = 'Please choose between 5 minutes and 8 hours.'
  const schema = v.pipe(
    v.number(message),
    v.multipleOf(5, message),
    v.minValue(5, message),
    v.maxValue(480, message),
  )
  return { kind: 'number', label: 'Length', initial: 30, schema }
}

/** The fields of a service that the owner writes; a new one has their initial values. */
export const serviceFields = {
  title: line('Title', 40, ''),
  type: line('Address', 60, ''),
  durationMinutes: duration(),
  /** In øre. */
  amount: wholeNumber('Price', 100_000_000, 0),
  isPerHour: yesOrNo('Price per hour', false),
  currency: choice('Currency', ['nok'], 'nok'),
  vat: group('VAT', {
    home: choice('VAT in Norway', ['standard', 'reduced', 'none'], 'standard'),
    abroad: choice('VAT for guests abroad', ['none', 'as_at_home'], 'none'),
  }),
  asksDestinations: yesOrNo('Ask where they want to go', true),
  isShown: yesOrNo('Shown on the site', true),
  side: choice('Page', ['artistry', 'mastery'], 'artistry'),
  kicker: line('Word above it on Home', 40, ''),
  teaser: paragraph('Sentence on Home', 160, ''),
  cardTitle: line('Title on the card', 40, ''),
  audience: line('After the title, in italics', 40, ''),
  description: paragraph('Description', 160, ''),
  points: list('What is included', { limit: 60, entries: 6 }, []),
  remark: line('Remark below', 160, ''),
  link: line('Words of the button', 40, 'Book a time'),
  pageTitle: line('Title of its page', 60, ''),
  pageDescription: paragraph('For search results', 200, ''),
  intro: paragraph('First sentence of its page', 200, ''),
  covers: line('What it covers', 160, ''),
  feeLabel: line('Word for the price', 40, 'Fee'),
} as const satisfies { [Name in Exclude<keyof Service, 'id'>]: ContentField<Service[Name]> }

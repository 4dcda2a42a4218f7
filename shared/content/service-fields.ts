import * as v from 'valibot'
import { formatPrice } from '#shared/lib/money.ts'
import { type ContentField, choice, group, line, list, paragraph, yesOrNo } from './fields.ts'
import { serviceLabels } from './labels.ts'
import type { Service } from './service.ts'

/** Whole parts of five minutes, up to a working day. */
function minutes(label: string, least: number, initial: number): ContentField<number> {
  const message = `Please choose between ${least} minutes and 8 hours.`
  const schema = v.pipe(
    v.number(message),
    v.multipleOf(5, message),
    v.minValue(least, message),
    v.maxValue(480, message),
  )
  return { kind: 'number', label, initial, schema }
}

/** The least that a card payment can be, in øre. */
const LEAST_AMOUNT = 300
const MOST_AMOUNT = 100_000_000

/** In øre; nothing for a complimentary service. */
function price(): ContentField<number> {
  const message = `Please enter at least ${formatPrice(LEAST_AMOUNT, 'nok')}, or choose Complimentary.`
  const schema = v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.check((amount) => amount === 0 || amount >= LEAST_AMOUNT, message),
    v.maxValue(MOST_AMOUNT, `Please enter at most ${formatPrice(MOST_AMOUNT, 'nok')}.`),
  )
  return { kind: 'number', label: serviceLabels.amount, initial: 0, schema }
}

/** The fields of a service that the owner writes; a new one has their initial values. */
export const serviceFields = {
  title: line(serviceLabels.title, 40, ''),
  type: line(serviceLabels.type, 60, ''),
  durationMinutes: minutes(serviceLabels.durationMinutes, 5, 30),
  pauseMinutes: minutes(serviceLabels.pauseMinutes, 0, 0),
  amount: price(),
  isPerHour: yesOrNo(serviceLabels.isPerHour, false),
  currency: choice(serviceLabels.currency, ['nok'], 'nok'),
  vat: group(serviceLabels.vat, {
    home: choice('VAT in Norway', ['standard', 'reduced', 'none'], 'standard'),
    abroad: choice('VAT for guests abroad', ['none', 'as_at_home'], 'none'),
  }),
  buyers: choice(serviceLabels.buyers, ['both', 'private', 'company'], 'both'),
  asksDestinations: yesOrNo(serviceLabels.asksDestinations, true),
  isShown: yesOrNo(serviceLabels.isShown, true),
  side: choice(serviceLabels.side, ['artistry', 'mastery'], 'artistry'),
  kicker: line(serviceLabels.kicker, 40, ''),
  teaser: paragraph(serviceLabels.teaser, 160, ''),
  cardTitle: line(serviceLabels.cardTitle, 40, ''),
  audience: line(serviceLabels.audience, 40, ''),
  description: paragraph(serviceLabels.description, 160, ''),
  points: list(serviceLabels.points, { limit: 60, entries: 6 }, []),
  remark: line(serviceLabels.remark, 160, ''),
  link: line(serviceLabels.link, 40, 'Book a time'),
  pageTitle: line(serviceLabels.pageTitle, 60, ''),
  pageDescription: paragraph(serviceLabels.pageDescription, 200, ''),
  intro: paragraph(serviceLabels.intro, 200, ''),
  covers: line(serviceLabels.covers, 160, ''),
  feeLabel: line(serviceLabels.feeLabel, 40, 'Fee'),
} as const satisfies { [Name in Exclude<keyof Service, 'id'>]: ContentField<Service[Name]> }

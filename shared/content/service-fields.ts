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
import { serviceLabels } from './labels.ts'
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
  return { kind: 'number', label: serviceLabels.durationMinutes, initial: 30, schema }
}

/** The fields of a service that the owner writes; a new one has their initial values. */
export const serviceFields = {
  title: line(serviceLabels.title, 40, ''),
  type: line(serviceLabels.type, 60, ''),
  durationMinutes: duration(),
  /** In øre. */
  amount: wholeNumber(serviceLabels.amount, 100_000_000, 0),
  isPerHour: yesOrNo(serviceLabels.isPerHour, false),
  currency: choice(serviceLabels.currency, ['nok'], 'nok'),
  vat: group(serviceLabels.vat, {
    home: choice('VAT in Norway', ['standard', 'reduced', 'none'], 'standard'),
    abroad: choice('VAT for guests abroad', ['none', 'as_at_home'], 'none'),
  }),
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

import type { ComponentProps } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import type { AsidePage } from '#client/ui/page/aside-page.tsx'
import type { Fact } from '#client/ui/page/facts.tsx'
import { destinationWords } from '#shared/booking/destination-words.ts'
import { longDate, zoneLabel } from '#shared/booking/times.ts'
import { slotWords } from './date-words.ts'
import type { Receipt } from './draft.ts'
import type { Flow, StepName } from './flow.ts'
import { feeWords, priceOf, serviceBrief, serviceCopy, serviceFacts } from './service-copy.ts'
import { choiceFacts, timeFacts } from './summary.ts'

type Aside = Omit<ComponentProps<typeof AsidePage>, 'children'>

/** What stands beside each step. */
export function asideOf(flow: Flow, step: StepName, kicker: string | undefined): Aside {
  const { service, draft, zone } = flow
  const subject = { plate: serviceCopy[service.type].plate, title: service.title }
  if (step === 'other-time') {
    return { ...subject, kicker: 'Not booked yet', facts: lostFacts(flow) }
  }
  if (step === 'payment' && draft.receipt) {
    return { ...subject, kicker: 'Booking summary', facts: heldFacts(flow, draft.receipt) }
  }
  if (step === 'details') {
    const facts = strong(choiceFacts(draft, service, zone))
    return { ...subject, kicker: 'Booking summary', facts, price: priceOf(service) }
  }
  return {
    ...subject,
    ...(kicker ? { kicker } : {}),
    intro: serviceCopy[service.type].intro,
    brief: serviceBrief(service, flow.config),
    facts: serviceFacts(service, flow.config),
  }
}

function lostFacts({ service, draft, zone }: Flow): Fact[] {
  const { lost } = draft
  const asked = lost !== null && `${longDate(lost, zone)}, ${slotWords(lost, zone).time}`
  return [
    ...(asked ? [{ term: 'You asked for', value: <s>{asked}</s> }] : []),
    { term: 'Time zone', value: zoneLabel(lost ?? systemClock(), zone) },
    { term: 'Fee', value: feeWords(service) },
  ]
}

function heldFacts({ service }: Flow, { start, fields }: Receipt): Fact[] {
  const where = destinationWords(
    fields.destinations?.split(',').filter(Boolean) ?? [],
    fields.other_destination ?? '',
  )
  return [
    ...strong(timeFacts(start, service, fields.timezone ?? 'UTC')),
    ...(where ? [{ term: 'Destinations', value: where }] : []),
    { term: 'For', value: `${fields.first_name} ${fields.last_name}` },
  ]
}

/** Day and time carry the weight of a summary. */
function strong(facts: Fact[]): Fact[] {
  return facts.map((fact) =>
    fact.term === 'Date' || fact.term === 'Time' ? { ...fact, value: <b>{fact.value}</b> } : fact,
  )
}

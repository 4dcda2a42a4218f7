import type { Tx } from '#server/db/database.ts'
import type { Service } from '#shared/booking/catalogue.ts'
import type { Interval, SlotContext } from '#shared/booking/slots.ts'
import type { BookingParts } from './ports.ts'
import { readTaken } from './store.ts'

const DAY = 86_400_000

interface Question {
  service: Service
  now: number
  /** The starts that will be judged lie in here. */
  within: Interval
  /** A booking that is being moved does not stand in its own way. */
  except?: string
}

/** All that the rules need to judge starts, read in one transaction. */
export function slotContext(tx: Tx, parts: BookingParts, question: Question): SlotContext {
  const { service, now, within, except } = question
  const wide = { start: within.start - DAY, end: within.end + 2 * DAY }
  return {
    schedule: parts.readSchedule(tx),
    service,
    busy: parts.readBusyTimes(tx, wide),
    taken: readTaken(tx, wide, except),
    now,
  }
}

import { cancelByGuest } from '#server/booking/commands.ts'
import {
  markCompleted,
  markNoShow,
  moveToStart,
  type OwnerAction,
  runOwnerCommand,
} from '#server/booking/desk-commands.ts'
import { readDeskBooking } from '#server/booking/desk-queries.ts'
import { readSlotContext } from '#server/booking/queries.ts'
import { findBooking, findBookingsFrom } from '#server/booking/store.ts'
import { readConsents } from '#server/contact/store.ts'
import { beginPayment, confirmDemo } from '#server/payment/commands.ts'
import { findSubmissionsAfter } from '#server/submissions/store.ts'
import { writeServerEdits } from '#server/sync/server-edits.ts'
import type { FeatureParts, Features } from '#server/wiring/features.ts'
import type { OwnerCommand } from '#shared/booking/owner-commands.ts'
import { toWireServiceType } from '#shared/booking/schema.ts'
import { listOpenStarts } from '#shared/booking/slots.ts'
import { formatClockTime } from '#shared/booking/zoned-time.ts'
import { getService, isPaid } from '#shared/content/services.ts'
import { LIST_MARK_ID, toBookingMarkId } from '#shared/desk/booking-marks.ts'
import { addDays, toIsoTime } from '#shared/lib/date.ts'
import { toWallTime } from '#shared/lib/time-zone.ts'
import { type BuyerPost, TICKED } from '#shared/payment/purchase.ts'
import { HOME_COUNTRY } from '#shared/payment/vat.ts'
import { formNames } from '#shared/submissions/form-post.ts'
import { toMarkId } from '#shared/submissions/mark-id.ts'
import type { SubmissionMarks } from '#shared/submissions/marks.ts'
import type { DemoVisit, Person } from './visits.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
const SEARCH_DAYS = 20
/** How long before the end the owner last looked, ms; what came after that counts as new. */
const UNSEEN_PERIOD = 2 * DAY

interface PlannedStep {
  at: number
  run(): Promise<void>
}

type BookingVisit = Extract<DemoVisit, { form: 'booking' }>

/** Replays visits with the site's own commands, with a clock that jumps from one to the next. */
export class DemoFiller {
  private readonly plannedSteps: PlannedStep[] = []
  private end = 0
  private readonly counts = { bookings: 0, messages: 0 }

  constructor(
    private readonly parts: FeatureParts,
    private readonly features: Features,
    private readonly time: { now: number },
  ) {}

  /** Replays the visits up to `end`, UTC milliseconds. */
  async fill(visits: readonly DemoVisit[], end: number) {
    this.end = end
    for (const visit of visits) this.plan(visit.at, () => this.receive(visit))
    this.plan(end - UNSEEN_PERIOD, () => this.markAllSeen())
    for (let next = this.takeNextStep(); next; next = this.takeNextStep()) {
      this.time.now = next.at
      await next.run()
      await this.features.jobs.drain()
    }
    this.time.now = end
    await this.features.jobs.drain()
    return this.counts
  }

  private plan(at: number, run: () => Promise<void>): void {
    if (at <= this.end) this.plannedSteps.push({ at, run })
  }

  private takeNextStep(): PlannedStep | undefined {
    this.plannedSteps.sort((a, b) => a.at - b.at)
    return this.plannedSteps.shift()
  }

  private async receive(visit: DemoVisit): Promise<void> {
    if (visit.form === 'booking') return this.book(visit)
    this.counts.messages++
    await this.submit(
      visit.person,
      visit.form === 'contact' ? contactFields(visit) : inquiryFields(visit),
    )
    if (visit.form === 'contact' && visit.newsletter)
      this.plan(this.time.now + HOUR, () => this.confirmNewsletter())
  }

  private async confirmNewsletter(): Promise<void> {
    await this.parts.db.write(async (tx) => {
      const { newsletter } = this.features
      for (const { id, confirmed_at } of await readConsents(tx))
        if (confirmed_at === null) await newsletter.confirm(tx, id)
    })
  }

  private async submit(person: Person, fields: Record<string, string>) {
    const { firstName: first_name, lastName: last_name, email, phone } = person
    return this.features.submissions.submit({
      fields: { first_name, last_name, email, phone, ...fields },
      key: this.parts.newId(),
      sender: { browserToken: email, ip: '' },
    })
  }

  private async book(visit: BookingVisit): Promise<void> {
    const starts = await this.openStarts(visit)
    const start = starts[Math.floor(visit.choice * starts.length)]
    if (start === undefined) return
    const { zone } = visit.person
    const answer = await this.submit(visit.person, {
      'form-name': 'booking',
      service_type: toWireServiceType(visit.service),
      start: toIsoTime(start),
      date: toWallTime(start, zone).date,
      time: formatClockTime(start, zone),
      timezone: zone,
      message: visit.message,
      destinations: getService(visit.service).asksDestinations ? 'Norway' : '',
      other_destination: '',
      ...(isPaid(getService(visit.service)) ? toBuyerFields(visit) : {}),
    })
    const { bookingId: id } = answer.body as { bookingId?: string }
    if (id === undefined) return
    this.counts.bookings++
    if (getService(visit.service).amount > 0)
      this.plan(this.time.now + 3 * MINUTE, () => this.pay(id, visit.person))
    this.planEnding(id, visit, start)
  }

  private async openStarts({ service, from, choice }: BookingVisit): Promise<number[]> {
    const now = this.time.now
    const context = await readSlotContext(this.parts.db.read, this.features.booking, {
      service: getService(service),
      now,
      within: { start: now, end: now + 2 * SEARCH_DAYS * DAY },
    })
    const first = addDays(from, Math.floor(choice * 3))
    return listOpenStarts(first, addDays(first, 3), context)
  }

  private planEnding(id: string, { ending }: BookingVisit, start: number): void {
    if (ending === 'cancelled') {
      this.plan(Math.max(this.time.now + HOUR, start - 2 * DAY), () => this.cancel(id))
      return
    }
    if (ending === 'moved')
      this.plan(start - DAY, () => this.runCommand(id, 'move', moveToStart(start + 3 * HOUR)))
    const missed = ending === 'missed'
    this.plan(start + 6 * HOUR, () =>
      this.runCommand(id, missed ? 'markNoShow' : 'complete', missed ? markNoShow : markCompleted),
    )
  }

  private async pay(bookingId: string, { email: browser }: Person): Promise<void> {
    const booking = await findBooking(this.parts.db.read, bookingId)
    if (booking?.status !== 'awaiting_payment') return
    const { service_type: serviceType, amount, currency } = booking
    const { parts } = this.features.payments
    const payment = await beginPayment(parts, { bookingId, serviceType, amount, currency }, browser)
    if (!payment.ok) return
    const { clientSecret } = payment.value
    await confirmDemo(parts, { bookingId, clientSecret, outcome: 'succeed' }, browser)
  }

  private async cancel(id: string): Promise<void> {
    await this.parts.db.write(async (tx) => {
      const booking = await findBooking(tx, id)
      if (booking) await cancelByGuest(tx, this.features.booking, booking)
    })
  }

  /** Runs an owner's command. A refusal, such as a move to a taken time, is ignored. */
  private async runCommand(id: string, command: OwnerCommand, act: OwnerAction): Promise<void> {
    const { booking: rules } = this.features
    await this.parts.db.write(async (tx) => {
      const booking = await findBooking(tx, id)
      if (booking)
        await runOwnerCommand(tx, rules, {
          id,
          expectedVersion: (await readDeskBooking(tx, rules, booking)).version,
          command,
          action: act,
        })
    })
  }

  private async markAllSeen(): Promise<void> {
    const { now } = this.time
    await this.parts.db.write(async (tx) => {
      const bookings = (await findBookingsFrom(tx, 0)).map(({ id }) => toBookingMarkId(id))
      const bookingMarks = [LIST_MARK_ID, ...bookings].map((id) => ({
        coll: 'booking-mark' as const,
        id,
        set: { seenUntil: now },
      }))
      await writeServerEdits(tx, bookingMarks, { now, deviceName: '' })
      for (const form of formNames) {
        const marks = (await findSubmissionsAfter(tx, form, 0)).map(({ id, created_at }) => ({
          coll: 'submission-mark' as const,
          id: toMarkId(id, created_at),
          set: buildMarks(created_at, now),
        }))
        await writeServerEdits(tx, marks, { now, deviceName: '' })
      }
    })
  }
}

/** What was sent in the last week still waits for an answer. */
function buildMarks(createdAt: number, now: number): Partial<SubmissionMarks> {
  const readAt = Math.min(createdAt + 3 * HOUR, now)
  return { readAt, ...(now - createdAt > 7 * DAY && { answeredAt: readAt }) }
}

function contactFields({ message, newsletter }: Extract<DemoVisit, { form: 'contact' }>) {
  return { 'form-name': 'contact', message, newsletter: newsletter ? 'on' : 'off' }
}

function inquiryFields({
  destination,
  departure,
  nights,
}: Extract<DemoVisit, { form: 'inquiry' }>) {
  return {
    'form-name': 'inquiry',
    nationality: 'Not given',
    communication_style: 'E-mail',
    travel_destination: destination,
    departure_date: departure,
    return_date: addDays(departure, nights),
    adults: '1',
    children: '0',
    book_own_airfare: 'Yes',
    departure_airport: 'The nearest one',
    privacy_policy: 'on',
    package_agreement: 'on',
    consent: 'on',
  }
}

/** An invented organisation number with a valid check digit. */
const DEMO_NUMBER = '999999999'

/** Private buyers plan journeys; companies ask for the consultancy. */
function toBuyerFields({ service, person }: BookingVisit): BuyerPost {
  const isCompany = service === 'business-consultancy'
  return {
    buyer_kind: isCompany ? 'company' : 'private',
    buyer_country: person.country,
    buyer_company: isCompany ? `House of ${person.lastName}` : '',
    buyer_number: isCompany && person.country === HOME_COUNTRY ? DEMO_NUMBER : '',
    buyer_street: 'Sample street 1',
    buyer_postal_code: person.postalCode,
    buyer_city: person.city,
    early_start: isCompany ? '' : TICKED,
  }
}

import { Accounts } from '#server/account/accounts.ts'
import type { PasswordHash } from '#server/account/auth.ts'
import { calendarFile, ownerFeedRoute } from '#server/booking/calendar.ts'
import {
  authorise,
  confirmPaid,
  expire,
  registerLapses,
  setPayment,
} from '#server/booking/commands.ts'
import { QueuedEffects } from '#server/booking/effects.ts'
import { manageLink } from '#server/booking/links.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { nextStarts } from '#server/booking/queries.ts'
import { prepareRequest } from '#server/booking/request.ts'
import { type Booking, findBooking, lapsedHolds, updateBooking } from '#server/booking/store.ts'
import { contactForm, inquiryForm } from '#server/contact/messages.ts'
import { Newsletter } from '#server/contact/newsletter.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Logger } from '#server/lib/log.ts'
import { type OutsideParts, openInternet } from '#server/lib/outside.ts'
import { type Address, ownerAddress, senderAddress } from '#server/mail/address.ts'
import { MailQueue } from '#server/mail/queue.ts'
import { createTransport } from '#server/mail/transport.ts'
import { createPaymentMails } from '#server/payment/mails.ts'
import { createProviders, Payments } from '#server/payment/payments.ts'
import { readMoney } from '#server/payment/store.ts'
import type { FeedParts } from '#server/schedule/feed/commands.ts'
import { readBookingsFeed, readCalendarState } from '#server/schedule/feed/store.ts'
import { CalendarSync } from '#server/schedule/feed/sync.ts'
import { feedRoutes } from '#server/schedule/routes.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import type { Settings } from '#server/settings.ts'
import { Submissions } from '#server/submissions/commands.ts'
import { findSubmission } from '#server/submissions/store.ts'
import { DailyClient } from '#server/video/daily.ts'
import { type RoomBooking, type RoomParts, Rooms } from '#server/video/rooms.ts'

export interface FeatureParts {
  settings: Settings
  db: Database
  log: Logger
  clock: Clock
  newId: NewId
  keys: Keys
  /** Replaces parts of `openInternet`, by which other servers are reached. */
  outside?: Partial<OutsideParts>
  passwordHash?: PasswordHash
}

export interface Features {
  accounts: Accounts
  rules: BookingParts
  jobs: JobQueue
  mails: MailQueue
  payments: Payments
  rooms: Rooms
  newsletter: Newsletter
  submissions: Submissions
  /** Undefined where no video provider is set. */
  video: DailyClient | undefined
  /** The owner's e-mail address. */
  owner: string
  /** False on a public site without an SMTP server: its mails are only written to files. */
  mailGoes: boolean
  calendarFile(booking: Booking): string
  calendar: FeedParts
}

/** Delay of mails about a guest's reschedule, ms, so that several reschedules cause one mail. */
const MOVES_GATHERED_FOR = 3 * 60_000

/** Parts for every feature: the program's parts, both queues, the addresses of sender and owner. */
interface Site extends FeatureParts {
  siteUrl: string
  sender: Address
  /** The owner's e-mail address. */
  owner: string
  jobs: JobQueue
  mails: MailQueue
}

/** Creates the features and connects them; no other code connects features. */
export function createFeatures(parts: FeatureParts): Features {
  const site = openSite(parts)
  const { settings, db, clock, log, keys, jobs, mails, owner, siteUrl } = site
  const video = settings.video && new DailyClient({ ...settings.video, log })

  // Rooms, bookings and payments call each other in a cycle, so each is looked up at the call.
  const rooms = createRooms(site, {
    client: video,
    roomReady: (tx, id) => effects.roomReady(tx, id),
    roomFailed: (tx, id) => effects.roomFailed(tx, id),
  })
  const effects = new QueuedEffects({
    ...site,
    gatherFor: settings.rateLimit ? MOVES_GATHERED_FOR : 0,
    ensureMeeting: (id) => rooms.ensure(id, false),
    queueRoom: (tx, booking) => rooms.queue(tx, booking),
  })
  const rules = createRules(site, {
    effects,
    refund: (tx, booking, amount) => payments.refund(tx, booking, amount),
    settleRefund: (tx, booking, id) => payments.settleRefund(tx, booking, id),
  })
  registerLapses({ db, jobs, rules })
  const payments = connectPayments(site, rules)
  const mailGoes = settings.mail.smtpUrl !== undefined || settings.publicUrl === undefined
  const newsletter = new Newsletter(site)
  const messages = { ...site, mailGoes, newsletter, readSubmission: findSubmission }
  const submissions = new Submissions({ db, clock, linkTo: (id) => manageLink(keys, id) })
  submissions.on('booking', (fields) => prepareRequest(fields, rules))
  submissions.on('contact', contactForm(messages))
  submissions.on('inquiry', inquiryForm(messages))
  return {
    accounts: new Accounts({
      ...site,
      origin: settings.publicUrl,
      throttled: settings.rateLimit,
    }),
    rules,
    jobs,
    mails,
    payments,
    rooms,
    newsletter,
    submissions,
    video,
    owner,
    mailGoes,
    calendarFile: (booking) => {
      const manageUrl = siteUrl + manageLink(keys, booking.id)
      return calendarFile(booking, { organizer: site.sender, manageUrl, now: clock() })
    },
    calendar: createCalendar(parts, site),
  }
}

function openSite(parts: FeatureParts): Site {
  const { settings, db, clock, log } = parts
  const siteUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
  const sender = senderAddress(settings.mail.from)
  const owner = ownerAddress(settings.mail)
  const jobs = new JobQueue({ db, clock, log })
  const { smtpUrl } = settings.mail
  const transport = createTransport({ smtpUrl, dataDir: settings.dataDir, sender, log })
  const limitedBut = settings.rateLimit ? owner : undefined
  const mails = new MailQueue({ db, jobs, transport, sender, limitedBut, clock, log })
  return { ...parts, siteUrl, sender, owner, jobs, mails }
}

function createRooms(
  site: Site,
  parts: Pick<RoomParts, 'client' | 'roomReady' | 'roomFailed'>,
): Rooms {
  const { clock } = site
  return new Rooms({
    ...site,
    ...parts,
    findBooking: findRoomBooking,
    saveMeetingUrl: (tx, id, meeting_url) =>
      updateBooking(tx, id, { meeting_url, updated_at: clock() }),
  })
}

function findRoomBooking(tx: Tx, id: string): RoomBooking | undefined {
  const booking = findBooking(tx, id)
  return (
    booking && {
      id,
      start: booking.starts_at,
      end: booking.ends_at,
      sequence: booking.sequence,
      wanted: booking.status === 'confirmed' && booking.place === 'video_room',
      meetingUrl: booking.meeting_url,
    }
  )
}

type Consequences = Pick<BookingParts, 'effects' | 'refund' | 'settleRefund'>

function createRules({ settings, ...site }: Site, consequences: Consequences): BookingParts {
  return {
    ...site,
    ...consequences,
    payments: settings.payments.kind,
    limited: settings.rateLimit,
    rooms: settings.video !== undefined,
    readSchedule,
    readBusyTimes,
    readMoney,
    readCalendar: readCalendarState,
  }
}

function connectPayments(site: Site, rules: BookingParts): Payments {
  const { settings, db } = site
  return new Payments({
    ...site,
    bookings: {
      find: findBooking,
      authorise: (tx, id, proof) => authorise(tx, rules, { id, proof }),
      confirmPaid: (tx, id) => confirmPaid(tx, rules, id),
      expire: (tx, id) => expire(tx, rules, id),
      setPayment: (tx, id, payment) => setPayment(tx, rules, { id, payment }),
      lapsedHolds,
    },
    mails: createPaymentMails({
      ...site,
      findBooking,
      otherTimes: (booking) => nextStarts(db.read, rules, booking),
    }),
    providers: createProviders(settings.payments, site),
  })
}

/** The owner's external calendar: imports its feed, and gives our bookings out as a feed. */
export function createCalendar(
  { settings, db, clock, keys, log, outside }: FeatureParts,
  { mails, siteUrl, owner }: Pick<Site, 'mails' | 'siteUrl' | 'owner'>,
): FeedParts {
  const trusted = settings.calendarOrigin
  const sync = new CalendarSync({
    db,
    clock,
    keys,
    log,
    outside: { ...openInternet, trusted, ...outside },
    mails,
    owner,
  })
  return { db, clock, keys, sync, trusted, siteUrl }
}

export function calendarRoutes(routes: FunctionRoutes, calendar: FeedParts): void {
  const { db, clock } = calendar
  feedRoutes(routes, calendar)
  ownerFeedRoute(routes, { db, clock, readToken: (tx) => readBookingsFeed(tx)?.token })
}

import { type Accounts, createAccounts } from '#server/account/accounts.ts'
import type { PasswordHash } from '#server/account/ports.ts'
import { calendarFile as writeCalendarFile } from '#server/booking/calendar/calendar-file.ts'
import { ownerFeedRoute } from '#server/booking/calendar/owner-feed.ts'
import { authorise, confirmPaid, expire, setPayment } from '#server/booking/commands.ts'
import { slotContext } from '#server/booking/context.ts'
import { registerLapses } from '#server/booking/lapse.ts'
import { manageLink } from '#server/booking/links.ts'
import { BookingMails } from '#server/booking/mail/mails.ts'
import { servicePlace } from '#server/booking/place/queries.ts'
import type { BookingEffects, BookingParts } from '#server/booking/ports.ts'
import { prepareRequest } from '#server/booking/request.ts'
import { type Booking, findBooking, lapsedHolds, updateBooking } from '#server/booking/store.ts'
import { type Contact, createContact } from '#server/contact/contact.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/functions.ts'
import { createInquiries, type Inquiries } from '#server/inquiry/inquiry.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import { type NewId, newSecret } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Logger } from '#server/lib/log.ts'
import { type OutsideParts, openInternet } from '#server/lib/outside.ts'
import { type Address, domainOf, ownerAddress, senderAddress } from '#server/mail/address.ts'
import { MailQueue } from '#server/mail/queue.ts'
import { createTransport } from '#server/mail/transport.ts'
import { createPaymentMails } from '#server/payment/mail-handlers.ts'
import { createPayments, type Payments } from '#server/payment/payments.ts'
import type { BookingPort } from '#server/payment/ports.ts'
import { createProviders } from '#server/payment/providers.ts'
import { readMoney } from '#server/payment/store.ts'
import type { FeedParts } from '#server/schedule/feed/commands.ts'
import { outageMails } from '#server/schedule/feed/mail.ts'
import { feedRoutes } from '#server/schedule/feed/routes.ts'
import { readBookingsFeed, readCalendarState } from '#server/schedule/feed/store.ts'
import { CalendarSync } from '#server/schedule/feed/sync.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import type { Settings } from '#server/settings.ts'
import { Submissions } from '#server/submissions/commands.ts'
import { findSubmission } from '#server/submissions/store.ts'
import { DailyClient } from '#server/video/daily.ts'
import { type RoomParts, Rooms } from '#server/video/rooms.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { openStarts } from '#shared/booking/slots.ts'
import { addDays } from '#shared/lib/date.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { business } from '#shared/site/business.ts'
import { queuedEffects } from './booking-effects.ts'

export interface FeatureParts {
  settings: Settings
  db: Database
  log: Logger
  clock: Clock
  newId: NewId
  keys: Keys
  /** How other servers are reached, where it is not the open internet. */
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
  messages: Messages
  submissions: Submissions
  /** The site's address, without a trailing slash. */
  siteUrl: string
  calendarFile(booking: Booking): string
  calendar: FeedParts
}

const OTHER_TIMES = 5

/** How long mails about a guest's move wait for the next move; milliseconds. */
const MOVES_GATHERED_FOR = 3 * 60_000

/** Introduces the features to one another; the only place where they meet. */
export function createFeatures(parts: FeatureParts): Features {
  const { settings, db, clock, log } = parts
  const siteUrl = settings.publicUrl ?? `http://localhost:${settings.port}`
  const sender = senderAddress(settings.mail.from)
  const owner = ownerAddress(settings.mail)
  const jobs = new JobQueue({ db, clock, log })
  const mails = createMailQueue(parts, { jobs, sender, owner })
  const outgoing = { siteUrl, sender, owner, mails }

  // Rooms, mails and payments call each other; each asks for its neighbours when it acts.
  const rooms = createRooms(parts, jobs, {
    roomReady: (tx, id) => bookingMails.roomReady(tx, id),
    roomFailed: (tx, id) => bookingMails.roomFailed(tx, id),
  })
  const bookingMails = createBookingMails(parts, outgoing, rooms)
  const rules = createRules(parts, {
    ...queuedEffects(rooms, bookingMails, jobs),
    refund: (tx, booking, amount) => payments.refund(tx, booking, amount),
    settleRefund: (tx, booking, id) => payments.settleRefund(tx, booking, id),
  })
  registerLapses({ db, jobs, rules })
  const payments = connectPayments(parts, outgoing, { rules, jobs })
  const messages = createMessages(parts, { jobs, mails, siteUrl, owner })
  const submissions = createSubmissions(parts, rules, messages)
  const calendarFile = calendarFiles(parts, outgoing)
  const throttled = settings.rateLimit
  const calendar = createCalendar(parts, outgoing)
  const accounts = createAccounts({
    ...parts,
    mails,
    siteUrl,
    origin: settings.publicUrl,
    throttled,
  })
  const sending = { jobs, mails, messages, submissions, siteUrl }
  return { accounts, rules, payments, rooms, calendar, calendarFile, ...sending }
}

function createMailQueue(
  { settings, db, clock, log }: FeatureParts,
  { jobs, sender, owner }: { jobs: JobQueue; sender: Address; owner: string },
): MailQueue {
  const { smtpUrl } = settings.mail
  const transport = createTransport({ smtpUrl, dataDir: settings.dataDir, sender, log })
  const limitedBut = settings.rateLimit ? owner : undefined
  return new MailQueue({ db, jobs, transport, sender, limitedBut, clock, log })
}

function connectPayments(
  { settings, db, clock, newId, keys, log }: FeatureParts,
  { mails, siteUrl }: Outgoing,
  { rules, jobs }: { rules: BookingParts; jobs: JobQueue },
): Payments {
  return createPayments({
    db,
    clock,
    newId,
    keys,
    log,
    jobs,
    bookings: bookingPort(rules),
    mails: createPaymentMails({
      db,
      mails,
      findBooking,
      otherTimes: (booking) => otherTimes(db.read, rules, booking),
      siteUrl,
    }),
    providers: createProviders(settings.payments, { db, clock, newId, keys }),
  })
}

function createSubmissions(
  { db, clock, keys }: FeatureParts,
  rules: BookingParts,
  { contact, inquiries }: Messages,
): Submissions {
  const submissions = new Submissions({ db, clock, linkTo: (id) => manageLink(keys, id) })
  submissions.on('booking', (fields) => prepareRequest(fields, rules))
  submissions.on('contact', contact.prepare)
  submissions.on('inquiry', inquiries.prepare)
  return submissions
}

function calendarFiles({ keys, clock }: FeatureParts, { siteUrl, sender }: Outgoing) {
  return (booking: Booking) => {
    const manageUrl = siteUrl + manageLink(keys, booking.id)
    return writeCalendarFile(booking, { organizer: sender, manageUrl, now: clock() })
  }
}

function createRooms(
  { settings, db, clock, keys, log }: FeatureParts,
  jobs: JobQueue,
  told: Pick<RoomParts, 'roomReady' | 'roomFailed'>,
): Rooms {
  return new Rooms({
    db,
    jobs,
    clock,
    keys,
    client: settings.video && new DailyClient({ ...settings.video, log }),
    findBooking: findRoomBooking,
    saveMeetingUrl: (tx, id, meeting_url) =>
      updateBooking(tx, id, { meeting_url, updated_at: clock() }),
    ...told,
  })
}

interface Outgoing {
  siteUrl: string
  sender: Address
  /** Where the owner reads. */
  owner: string
  mails: MailQueue
}

function createBookingMails(
  { settings, db, clock, keys }: FeatureParts,
  outgoing: Outgoing,
  rooms: Rooms,
): BookingMails {
  return new BookingMails({
    ...outgoing,
    db,
    clock,
    keys,
    gatherFor: settings.rateLimit ? MOVES_GATHERED_FOR : 0,
    ensureMeeting: (id) => rooms.ensure(id, false),
  })
}

function createRules(parts: FeatureParts, effects: BookingEffects): BookingParts {
  const { settings, clock, newId, keys } = parts
  const rooms = settings.video !== undefined
  return {
    clock,
    newId,
    keys,
    payments: settings.payments.kind,
    limited: settings.rateLimit,
    rooms,
    readPlace: (tx, type) => servicePlace(tx, type, rooms),
    readSchedule,
    readBusyTimes,
    readMoney,
    readCalendar: readCalendarState,
    effects,
  }
}

function bookingPort(rules: BookingParts): BookingPort {
  return {
    find: findBooking,
    authorise: (tx, id, { browser, sig }) => authorise(tx, rules, { id, proof: { browser, sig } }),
    confirmPaid: (tx, id) => confirmPaid(tx, rules, id),
    expire: (tx, id) => expire(tx, rules, id),
    setPayment: (tx, id, payment) => setPayment(tx, rules, { id, payment }),
    lapsedHolds,
  }
}

function findRoomBooking(tx: Tx, id: string) {
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

/** The first free times of the booking's own service from its day on, UTC milliseconds. */
function otherTimes(tx: Tx, rules: BookingParts, booking: Booking): number[] {
  const service = catalogue[booking.service_type]
  const { timeZone } = rules.readSchedule(tx)
  const now = rules.clock()
  const start = Math.max(booking.starts_at, now)
  const from = wallOf(start, timeZone).date
  const to = addDays(from, 7)
  const within = { start, end: start + 9 * 86_400_000 }
  return openStarts(from, to, slotContext(tx, rules, { service, now, within })).slice(
    0,
    OTHER_TIMES,
  )
}

interface MessageParts {
  jobs: JobQueue
  mails: MailQueue
  siteUrl: string
  /** Where the owner reads. */
  owner: string
}

export interface Messages {
  contact: Contact
  inquiries: Inquiries
}

/** What visitors write to the owner, apart from bookings. */
function createMessages(parts: FeatureParts, messageParts: MessageParts): Messages {
  const { settings, db, clock, newId, keys } = parts
  const mailGoes = settings.mail.smtpUrl !== undefined || settings.publicUrl === undefined
  const common = { ...messageParts, db, clock, mailGoes, readSubmission: findSubmission }
  const contact = createContact({ ...common, newId, keys })
  const inquiries = createInquiries({
    ...common,
    askNewsletter: (tx, tick) => contact.newsletter.ask(tx, tick),
  })
  return { contact, inquiries }
}

interface Neighbours {
  mails: MailQueue
  siteUrl: string
  /** Where the owner reads. */
  owner: string
}

/** The owner's own calendar: read from there, and our bookings shown there. */
export function createCalendar(
  { settings, db, clock, keys, log, outside }: FeatureParts,
  { mails, siteUrl, owner }: Neighbours,
): FeedParts {
  const trusted = settings.calendarOrigin
  const sync = new CalendarSync({
    db,
    clock,
    keys,
    log,
    outside: { ...openInternet, trusted, ...outside },
    readSchedule,
    ownDomain: domainOf(business.email),
    tellOutage: outageMails({ db, mails, clock, owner }),
  })
  return { db, clock, keys, sync, trusted, siteUrl, newToken: newSecret }
}

export function calendarRoutes(routes: FunctionRoutes, calendar: FeedParts): void {
  const { db, clock } = calendar
  feedRoutes(routes, calendar)
  ownerFeedRoute(routes, { db, clock, readToken: (tx) => readBookingsFeed(tx)?.token })
}

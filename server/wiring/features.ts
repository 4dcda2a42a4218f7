import { Accounts } from '#server/account/accounts.ts'
import type { PasswordHash } from '#server/account/auth.ts'
import { listOwnerEmails } from '#server/account/store.ts'
import { prepareBooking } from '#server/booking/booking-form.ts'
import {
  listEventUids,
  registerOwnerFeedRoute,
  renderCalendarFile,
} from '#server/booking/calendar.ts'
import {
  confirmPaid,
  expireHold,
  findAuthorizedBooking,
  recordReversal,
  registerRequestExpiry,
  setPayment,
} from '#server/booking/commands.ts'
import { QueuedEffects } from '#server/booking/effects.ts'
import type { BookingParts } from '#server/booking/ports.ts'
import { findNextStarts } from '#server/booking/queries.ts'
import { manageLink } from '#server/booking/signed-links.ts'
import {
  type Booking,
  findBooking,
  findExpiredHolds,
  updateBooking,
} from '#server/booking/store.ts'
import {
  createContactFormHandler,
  createInquiryFormHandler,
} from '#server/contact/message-forms.ts'
import { Newsletter } from '#server/contact/newsletter.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { FunctionRoutes } from '#server/http/function-routes.ts'
import { JobQueue } from '#server/jobs/queue.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { NewId } from '#server/lib/ids.ts'
import type { Keys } from '#server/lib/keys.ts'
import type { Logger } from '#server/lib/log.ts'
import { publicInternet, type SafeFetchNetwork } from '#server/lib/safe-fetch.ts'
import { getMailIdentity, type MailIdentity } from '#server/mail/address.ts'
import { MailQueue } from '#server/mail/queue.ts'
import { createTransport } from '#server/mail/transport.ts'
import { createPaymentMails } from '#server/payment/mails.ts'
import { createProviders, Payments } from '#server/payment/payments.ts'
import { readMoneyEvents } from '#server/payment/store.ts'
import { registerPhotographJobs } from '#server/photographs/commands.ts'
import { CalendarSync, type FeedReader } from '#server/schedule/feed/calendar-sync.ts'
import type { FeedParts } from '#server/schedule/feed/commands.ts'
import { readBookingsFeed, readCalendarState } from '#server/schedule/feed/store.ts'
import { registerFeedRoutes } from '#server/schedule/routes.ts'
import { readBusyTimes, readSchedule } from '#server/schedule/store.ts'
import { getSiteUrl, type Settings } from '#server/settings.ts'
import { publishAfterPhotograph } from '#server/site/commands.ts'
import { findVersion } from '#server/site/store.ts'
import { Submissions } from '#server/submissions/commands.ts'
import { findSubmission } from '#server/submissions/store.ts'
import { DailyClient } from '#server/video/daily-client.ts'
import { type RoomBooking, type RoomParts, Rooms } from '#server/video/rooms.ts'
import { getBusiness } from '#shared/content/site-content.ts'
import { getSeller } from '#shared/payment/seller.ts'

export interface FeatureParts {
  settings: Settings
  db: Database
  log: Logger
  clock: Clock
  newId: NewId
  keys: Keys
  /** Replaces parts of `publicInternet`, by which other servers are reached. */
  network?: Partial<SafeFetchNetwork>
  passwordHash?: PasswordHash
  /** Replaces the thread that reads the owner's calendar, which takes long to start from source. */
  readFeed?: FeedReader
}

export interface Features {
  accounts: Accounts
  booking: BookingParts
  jobs: JobQueue
  mails: MailQueue
  payments: Payments
  rooms: Rooms
  newsletter: Newsletter
  submissions: Submissions
  /** Undefined where no video provider is set. */
  video: DailyClient | undefined
  /** The owner's email address. */
  ownerEmail: string
  /** False on a public site whose mails are only written to files. */
  sendsMail: boolean
  /** What a public site lacks to send mail. */
  mailLacks: MailIdentity['lacks']
  /** How paid services are paid; `off` also as long as the owner has not published who sells. */
  getPaymentKind(): Settings['payments']['kind']
  renderCalendarFile(booking: Booking): string
  calendarFeed: FeedParts
}

/** Delay of mails about a guest's reschedule, ms, so that several reschedules cause one mail. */
const MOVE_MAIL_DELAY = 3 * 60_000

/** Parts for every feature: the program's parts, both queues, the addresses of sender and owner. */
interface SiteContext extends FeatureParts {
  siteUrl: string
  sender: MailIdentity['sender']
  /** The owner's email address. */
  ownerEmail: string
  sendsMail: boolean
  mailLacks: Features['mailLacks']
  getPaymentKind: Features['getPaymentKind']
  jobs: JobQueue
  mails: MailQueue
}

export const readOwnerZone = async (tx: Tx) => (await readSchedule(tx)).timeZone

const onProcessed = (tx: Tx, now: number) => publishAfterPhotograph({ readOwnerZone }, tx, now)

/** Creates the features and connects them; no other code connects features. */
export function createFeatures(parts: FeatureParts): Features {
  const site = createSiteContext(parts)
  const { settings, db, clock, log, keys, jobs, mails, ownerEmail, siteUrl } = site
  const { sendsMail, mailLacks, getPaymentKind } = site
  const video = settings.video && new DailyClient({ ...settings.video, log })

  // Rooms, bookings and payments call each other in a cycle, so each is looked up at the call.
  const rooms = createRooms(site, {
    client: video,
    onRoomReady: (tx, id) => effects.onRoomReady(tx, id),
    onRoomFailed: (tx, id) => effects.onRoomFailed(tx, id),
  })
  const effects = new QueuedEffects({
    ...site,
    moveMailDelay: settings.rateLimit ? MOVE_MAIL_DELAY : 0,
    readMoneyEvents,
    ensureMeetingUrl: (id) => rooms.ensureUrl(id, false),
    queueRoom: (tx, booking) => rooms.queueUpdate(tx, booking),
  })
  const rules = createBookingParts(site, effects, () => payments)
  registerRequestExpiry({ db, jobs, booking: rules })
  registerPhotographJobs({ db, clock, jobs, onProcessed })
  const payments = createPayments(site, rules)
  const newsletter = new Newsletter(site)
  const messages = { ...site, newsletter, readSubmission: findSubmission }
  const submissions = new Submissions({
    db,
    clock,
    createBookingLink: (id) => manageLink(keys, id),
  })
  submissions.on('booking', (fields) => prepareBooking(db.read, rules, fields))
  submissions.on('contact', createContactFormHandler(messages))
  submissions.on('inquiry', createInquiryFormHandler(messages))
  return {
    accounts: new Accounts({
      ...site,
      origin: settings.publicUrl,
      isThrottled: settings.rateLimit,
    }),
    booking: rules,
    jobs,
    mails,
    payments,
    rooms,
    newsletter,
    submissions,
    video,
    ownerEmail,
    sendsMail,
    mailLacks,
    getPaymentKind,
    renderCalendarFile: (booking) => {
      const manageUrl = siteUrl + manageLink(keys, booking.id)
      return renderCalendarFile(booking, { organizer: site.sender, manageUrl, now: clock() })
    },
    calendarFeed: createCalendarFeed(parts, site),
  }
}

function createSiteContext(parts: FeatureParts): SiteContext {
  const { settings, db, clock, log } = parts
  const siteUrl = getSiteUrl(settings)
  const { sender, replyTo, ownerEmail, lacks } = getMailIdentity(settings.mail, siteUrl)
  const jobs = new JobQueue({ db, clock, log })
  const smtpUrl = lacks === 'sender' ? undefined : settings.mail.smtpUrl
  const { dataDir, databaseUrl } = settings
  const sharedDb = databaseUrl === undefined ? undefined : db
  const transport = createTransport({ smtpUrl, dataDir, sharedDb, sender, log })
  const mails = new MailQueue({
    db,
    jobs,
    transport,
    sender,
    replyTo,
    unlimitedAddress: settings.rateLimit ? ownerEmail : undefined,
    clock,
    log,
  })
  return {
    ...parts,
    ...{ siteUrl, sender, ownerEmail, jobs, mails },
    mailLacks: lacks,
    sendsMail: smtpUrl !== undefined || settings.publicUrl === undefined,
    getPaymentKind: () => (getSeller() ? settings.payments.kind : 'off'),
  }
}

function createRooms(
  site: SiteContext,
  parts: Pick<RoomParts, 'client' | 'onRoomReady' | 'onRoomFailed'>,
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

async function findRoomBooking(tx: Tx, id: string): Promise<RoomBooking | undefined> {
  const booking = await findBooking(tx, id)
  return (
    booking && {
      id,
      start: booking.starts_at,
      end: booking.ends_at,
      sequence: booking.sequence,
      needsRoom: booking.status === 'confirmed' && booking.place === 'video_room',
      meetingUrl: booking.meeting_url,
    }
  )
}

const findSiteVersion: BookingParts['findSiteVersion'] = async (tx, version) => {
  const found = await findVersion(tx, version)
  return found && { services: found.content.services, supersededAt: found.supersededAt }
}

function createBookingParts(
  { settings, ...site }: SiteContext,
  effects: BookingParts['effects'],
  getPayments: () => Payments,
): BookingParts {
  return {
    ...site,
    effects,
    refund: (tx, booking, amount) => getPayments().refund(tx, booking, amount),
    markRefundSettled: (tx, booking, id) => getPayments().markRefundSettled(tx, booking, id),
    acknowledgeReversals: (tx, id) => getPayments().acknowledgeReversals(tx, id),
    get payments() {
      return site.getPaymentKind()
    },
    get isVatRegistered() {
      return getSeller()?.vatRegistered ?? false
    },
    isLimited: settings.rateLimit,
    canCreateRooms: settings.video !== undefined,
    readSchedule,
    findSiteVersion,
    readBusyTimes,
    readMoneyEvents,
    readCalendarState: readCalendarState,
  }
}

function createPayments(site: SiteContext, rules: BookingParts): Payments {
  const { settings, db } = site
  return new Payments({
    ...site,
    bookings: {
      find: findBooking,
      findAuthorized: (tx, id, proof) => findAuthorizedBooking(tx, rules, { id, proof }),
      confirmPaid: (tx, id) => confirmPaid(tx, rules, id),
      expireHold: (tx, id) => expireHold(tx, rules, id),
      setPayment: (tx, id, payment) => setPayment(tx, rules, { id, payment }),
      recordReversal: (tx, booking_id, entry) =>
        recordReversal(tx, rules, { booking_id, ...entry }),
      findExpiredHolds,
    },
    mails: createPaymentMails({
      ...site,
      findBooking,
      findOtherStarts: (booking) => findNextStarts(db.read, rules, booking),
    }),
    providers: createProviders(settings.payments, site),
    get seller() {
      return getSeller()
    },
  })
}

/** The owner's external calendar: imports its feed, and gives our bookings out as a feed. */
export function createCalendarFeed(
  { settings, db, clock, keys, log, network, readFeed }: FeatureParts,
  { mails, siteUrl, ownerEmail }: Pick<SiteContext, 'mails' | 'siteUrl' | 'ownerEmail'>,
): FeedParts {
  const trusted = settings.calendarOrigin
  const sync = new CalendarSync({
    db,
    clock,
    keys,
    log,
    network: { ...publicInternet, trustedOrigin: trusted, ...network },
    mails,
    ownerEmail,
    readFeed,
    listOwnUids: listEventUids,
    listOwnAddresses: async (tx) => [
      ...(await listOwnerEmails(tx)),
      ownerEmail,
      ...[getBusiness().email].filter((email) => email !== null),
    ],
  })
  return { db, clock, keys, sync, trustedOrigin: trusted, siteUrl }
}

export function registerCalendarRoutes(routes: FunctionRoutes, calendar: FeedParts): void {
  const { db, clock } = calendar
  registerFeedRoutes(routes, calendar)
  registerOwnerFeedRoute(routes, {
    db,
    clock,
    readTokenHash: async (tx) => (await readBookingsFeed(tx))?.token,
  })
}

import type { Generated } from 'kysely'
import type { ServiceType } from '#shared/booking/catalogue.ts'
import type { PlaceKind } from '#shared/booking/place.ts'
import type { BookingStatus, CapKind, PaymentStatus } from '#shared/booking/status.ts'
import type { IntentState } from '#shared/payment/api.ts'
import type { ConsentKind } from '#shared/privacy/consents.ts'
import type { FeedFault } from '#shared/schedule/calendar-state.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import type { SyncTables } from './tables-sync.ts'

// Times are UTC milliseconds, money is minor units, structures are JSON text.

export interface Tables extends AccountTables, SyncTables {
  schedule: ScheduleTable
  schedule_version: ScheduleVersionTable
  busy_time: { source: string; starts_at: number; ends_at: number }
  booking: BookingTable
  service_place: ServicePlaceTable
  booking_event: BookingEventTable
  booking_look: { booking_id: string; event_id: number }
  occupied_cell: { cell: number; booking_id: string }
  form_submissions: SubmissionTable
  answer: { key: string; hash: string; status: number; body: string; created_at: number }
  job: JobTable
  payment_intent: PaymentIntentTable
  demo_intent: DemoIntentTable
  demo_refund: DemoRefundTable
  payment_event: { id: string; received_at: number }
  refund: RefundTable
  receipt: ReceiptTable
  mail: MailTable
  /** Mails of the last day to mailboxes that may belong to anybody. */
  mail_to_stranger: { job_id: number; mailbox: string; at: number }
  /** Somebody opened a link that only stood in a mail to it. */
  confirmed_mailbox: { mailbox: string; at: number }
  newsletter_consent: NewsletterConsentTable
  mark: { name: string; value: string }
  form_read: { submission_id: number; read_at: number }
  calendar_feed: CalendarFeedTable
  bookings_feed: { id: number; token: string; made_at: number }
  consent_change: ConsentChangeTable
  audit_log: AuditTable
  erasure: ErasureTable
  retention: RetentionTable
}

export interface ErasureTable {
  id: Generated<number>
  /** A keyed hash. */
  mailbox: string
  at: number
  /** JSON list of ids. */
  clients: Generated<string>
}

export interface ScheduleTable {
  id: number
  weekly: string
  exceptions: string
  time_zone: string
  notice_minutes: number
  window_days: number
  buffer_minutes: number
  version: number
}

/** Every schedule there was, newest included. */
export interface ScheduleVersionTable {
  version: number
  content: string
  /** When each part was last changed, by its name. */
  changed_at: string
  saved_at: number
  /** What its device is called; empty where it did not say. */
  saved_by: string
}

export interface BookingTable {
  id: string
  service_type: ServiceType
  status: BookingStatus
  payment: PaymentStatus
  starts_at: number
  ends_at: number
  /** The end of what it keeps free, buffer included. */
  occupied_until: number
  /** The owner's zone when it was made. */
  owner_zone: string
  /** The visitor's zone, and the date and time as they saw them. */
  time_zone: string
  shown_date: string
  shown_time: string
  first_name: string
  last_name: string
  email: string
  phone: string
  message: string
  destinations: string
  other_destination: string
  amount: number
  currency: string
  demo: number
  /** Fingerprint of the cookie of the browser that made it. */
  browser: string
  /** A keyed hash of the network that sent it; null once its time has come. */
  network: string | null
  /** The address without the differences that lead to the same mailbox. */
  mailbox: string
  /** 1 exactly while rows of `occupied_cell` belong to it. */
  keeps_time: number
  /** By what its sender was over the cap when it was made: it then kept no time. */
  over_cap: CapKind | null
  hold_expires_at: number | null
  /** The calendar's SEQUENCE: rises with each move, each change of place and the cancellation. */
  sequence: number
  place: PlaceKind
  /** The link to the room, or the owner's own link; null while there is none. */
  meeting_url: string | null
  /** Where people meet in person; else empty. */
  address: string
  created_at: number
  updated_at: number
}

export interface SubmissionTable {
  id: Generated<number>
  form_type: FormName
  user_id: string | null
  booking_id: string | null
  data: string
  created_at: number
}

export interface JobTable {
  id: Generated<number>
  kind: string
  /** Two jobs with one dedupe text are one job. */
  dedupe: string
  payload: string
  run_at: number
  attempts: number
  state: 'waiting' | 'done' | 'failed'
  last_error: string | null
  created_at: number
  done_at: number | null
}

export interface PaymentIntentTable {
  id: string
  booking_id: string
  provider: 'stripe' | 'demo'
  amount: number
  currency: string
  /** Encrypted. */
  client_secret: string
  /** As the provider last told it. */
  status: IntentState
  created_at: number
  updated_at: number
}

/** The demonstration provider's own books; no card data. */
export interface DemoIntentTable {
  id: string
  amount: number
  currency: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
  idempotency_key: string
}

export interface DemoRefundTable {
  id: string
  intent_id: string
  amount: number
  idempotency_key: string
}

export interface RefundTable {
  id: string
  booking_id: string
  intent_id: string
  amount: number
  reason: string
  /** `settled`: it failed, and the money went back in another way. */
  state: 'waiting' | 'done' | 'failed' | 'settled'
  provider_refund: string | null
  created_at: number
  done_at: number | null
}

export interface ReceiptTable {
  /** `real` or `demo`; numbers run without a gap in each. */
  series: 'real' | 'demo'
  number: number
  kind: 'receipt' | 'credit_note'
  booking_id: string
  refund_id: string | null
  /** Signed: a credit note is negative. */
  amount: number
  vat: number
  currency: string
  issued_at: number
  /** Seller and buyer as they were. */
  content: string
}

export interface MailTable {
  id: string
  job_id: number
  kind: string
  booking_id: string | null
  recipient: string
  subject: string
  sent_at: number
}

/** One tick of the newsletter box, and what became of it: the proof of a consent. */
export interface NewsletterConsentTable {
  id: string
  /** As typed. */
  email: string
  /** For comparing: without the differences that mail ignores. */
  mailbox: string
  source: 'contact' | 'inquiry'
  text_version: string
  /** The words that were ticked. */
  wording: string
  asked_at: number
  /** By the link in the mail, so by someone who reads that mailbox. */
  confirmed_at: number | null
  withdrawn_at: number | null
}

/** The owner's own calendar, and what came of reading it. */
export interface CalendarFeedTable {
  id: number
  /** Encrypted, because the address alone opens the calendar. */
  address: string | null
  stale_minutes: number
  etag: string | null
  last_modified: string | null
  /** The owner's zone in which its whole days were reckoned. */
  zone: string | null
  covers_until: number | null
  /** When it was last read well, and last tried. */
  synced_at: number | null
  tried_at: number | null
  failure: FeedFault | null
  failing_since: number | null
  entries: number
  unreadable: number
}

export interface ConsentChangeTable {
  id: Generated<number>
  /** The account's id. */
  subject: string
  kind: ConsentKind
  given: number
  text_version: string
  /** The words that were shown. */
  wording: string
  at: number
}

export interface AuditTable {
  id: Generated<number>
  /** The account's id. */
  subject: string
  action: string
  details: string
  at: number
}

export interface RetentionTable {
  id: number
  submission_days: number
  mail_days: number
  answer_days: number
  job_days: number
}

/** The tables of accounts, as far as others than the library look into them; the library writes them. */
export interface AccountTables {
  user: UserTable
  session: SessionTable
  verification: { id: string }
  two_factor: TwoFactorTable
  sign_in_alarm: SignInAlarmTable
}

export interface SessionTable {
  id: string
  user_id: string
  /** ISO 8601. */
  expires_at: string
}

export interface UserTable {
  id: string
  name: string
  email: string
  email_verified: number
  two_factor_enabled: number | null
  role: string
}

export interface TwoFactorTable {
  id: string
  user_id: string
  /** Encrypted, like its backup codes, in the library's format. */
  secret: string
  backup_codes: string
  last_step: number | null
}

export interface SignInAlarmTable {
  user_id: string
  last_at: number
  mailed_at: number
}

// Beside the bookings themselves; times are UTC milliseconds, structures are JSON text.

/** Where a service's meetings are held by default. */
export interface ServicePlaceTable {
  service_type: ServiceType
  place: PlaceKind
  meeting_url: string | null
  address: string
}

export interface BookingEventTable {
  id: Generated<number>
  booking_id: string
  kind:
    | 'accepted'
    | 'moved'
    | 'offered'
    | 'cancelled'
    | 'expired'
    | 'completed'
    | 'no_show'
    | 'refunded'
    | 'resent'
    | 'kept'
    | 'mail_withheld'
    | 'placed'
    | 'note'
  made_by: 'owner' | 'guest' | 'server'
  at: number
  data: string
}

import type { Generated } from 'kysely'
import type { Role } from '#shared/account/session-api.ts'
import type { LocationKind } from '#shared/booking/meeting-location.ts'
import type { BookingStatus, OverCapReason, PaymentStatus } from '#shared/booking/status.ts'
import type { ServiceType } from '#shared/content/service.ts'
import type { ConsentKind } from '#shared/privacy/consents.ts'
import type { EmptyAnswer, FeedFault } from '#shared/schedule/calendar-state.ts'
import type { FormName } from '#shared/submissions/form-post.ts'
import type { PaymentTables } from './tables-payment.ts'
import type { SyncTables } from './tables-sync.ts'

// Times are UTC milliseconds, money is minor units, structures are JSON text.

export interface Tables extends AccountTables, PaymentTables, SyncTables {
  schedule_version: ScheduleVersionTable
  busy_time: { source: string; starts_at: number; ends_at: number }
  booking: BookingTable
  service_place: ServicePlaceTable
  booking_event: BookingEventTable
  occupied_cell: { cell: number; booking_id: string }
  form_submissions: SubmissionTable
  answer: { key: string; hash: string; status: number; body: string; created_at: number }
  job: JobTable
  /** Which process does each kind of periodic work, and until when without another turn. */
  turn: { name: string; holder: string; until: number }
  mail: MailTable
  /** Whole mails, on PostgreSQL without a mail server. */
  mail_message: { id: string; job_id: number; message: string }
  /** Mails of the last day to unconfirmed mailboxes, counted for the daily limit. */
  mail_to_stranger: { job_id: number; mailbox: string; at: number }
  /** Mailboxes whose reader opened a link that only a mail to that mailbox contained. */
  confirmed_mailbox: { mailbox: string; at: number }
  newsletter_consent: NewsletterConsentTable
  mark: { name: string; value: string }
  calendar_feed: CalendarFeedTable
  bookings_feed: { id: number; token: string; created_at: number }
  consent_change: ConsentChangeTable
  audit_log: AuditTable
  erasure: ErasureTable
  journey_document: JourneyDocumentTable
  journey_document_piece: {
    journey: string
    document: string
    piece: number
    bytes: Buffer
    digest: string
  }
  photograph_file: PhotographFileTable
  photograph_piece: { file: string; piece: number; bytes: Buffer; digest: string }
  site_version: SiteVersionTable
  retention: RetentionTable
}

export interface SiteVersionTable {
  version: number
  /** JSON (`StoredContent`). */
  content: string
  /** JSON (`PublishedChange[]`). */
  changes: string
  published_at: number
  /** Name of the device; empty if it is unknown. */
  published_by: string
  /** Why its pages could not be rendered. */
  fault: string | null
}

export interface ErasureTable {
  id: Generated<number>
  /** Keyed hash; see `hashErasedMailbox`. */
  mailbox: string
  at: number
  /** JSON list of the ids of the erased clients. */
  clients: Generated<string>
  /** JSON list of the records, by coll and id, that named only them and were erased with them. */
  records: Generated<string>
}

export interface JourneyDocumentTable {
  journey: string
  id: string
  encrypted_bytes: number
  created_at: number
  /** Since when no item and no open link has it; null while one has. */
  unlisted_at: number | null
}

export interface PhotographFileTable {
  /** Of an original, the id of its record; of a file that was made of one, `<digest>.webp`. */
  id: string
  bytes: number
  /** SHA-256 of a file that was made, base64url; null for an original. */
  digest: string | null
  created_at: number
  /** Since when no photograph and no version of the site uses it; null while one does. */
  unused_at: number | null
}

/** Every version of the schedule, the current one included. */
export interface ScheduleVersionTable {
  version: number
  content: string
  /** JSON: when each part was last changed, by the part's name. */
  changed_at: string
  saved_at: number
  /** Name of the device that saved it; empty if it is unknown. */
  saved_by: string
}

export interface BookingTable {
  id: string
  service_type: ServiceType
  /** JSON (`BookedService`): the service as it was when the booking was made. */
  service: string
  status: BookingStatus
  payment: PaymentStatus
  starts_at: number
  ends_at: number
  /** End of the blocked time: `ends_at` plus the buffer. */
  occupied_until: number
  /** The owner's time zone when the booking was made. */
  owner_zone: string
  /** The visitor's time zone; `local_date` and `local_time` are in it. */
  time_zone: string
  local_date: string
  local_time: string
  /**
   * Minutes by which the guest's clock is ahead of UTC at `starts_at`, as the guest's browser said;
   * null if only our zone data says so.
   */
  seen_offset: number | null
  first_name: string
  last_name: string
  email: string
  phone: string
  message: string
  destinations: string
  other_destination: string
  amount: number
  currency: string
  /** JSON (`Purchase`): buyer and VAT; null for a free booking, and once its guest is erased. */
  purchase: string | null
  /** When it was paid, UTC milliseconds: the purchase from which the 14 days count. */
  paid_at: number | null
  demo: number
  /** Hash (`fingerprint`) of the cookie of the browser that made the booking. */
  browser: string
  /** Keyed hashes of the sender's networks (`toNetworks`); null once the booking's start has passed. */
  block: string | null
  site: string | null
  network: string | null
  /** The mailbox that `email` leads to; see `normalizeMailbox`. */
  mailbox: string
  /** 1 exactly while the booking has rows in `occupied_cell`. */
  blocks_slot: number
  /** Why it blocked no time when it was made; else null. */
  over_cap: OverCapReason | null
  hold_expires_at: number | null
  /** iCalendar SEQUENCE: rises with each move, each change of location and the cancellation. */
  sequence: number
  place: LocationKind
  /** Link to the video room, or the owner's own link; null while there is none. */
  meeting_url: string | null
  /** Address of a meeting in person; else empty. */
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
  /** Unique: a second job with the same text is not added. */
  dedupe: string
  payload: string
  run_at: number
  attempts: number
  state: 'waiting' | 'done' | 'failed'
  last_error: string | null
  created_at: number
  done_at: number | null
  /** The process that runs the job, until `leased_until` unless it renews the lease. */
  leased_by: string | null
  leased_until: number | null
}

export interface MailTable {
  id: string
  job_id: number
  kind: string
  booking_id: string | null
  recipient: string
  subject: string
  sent_at: number
  /** 0: the mail was only stored, because no mail server was set. */
  delivered: 0 | 1
}

/** Proof of a consent: one tick of the newsletter box, its confirmation and its withdrawal. */
export interface NewsletterConsentTable {
  id: string
  /** The address as typed. */
  email: string
  /** The address for comparing; see `normalizeEmail`. */
  mailbox: string
  source: 'contact' | 'inquiry'
  text_version: string
  /** The text beside the box that was ticked. */
  wording: string
  requested_at: number
  /** When the link in the mail was used, which only a reader of that mailbox has. */
  confirmed_at: number | null
  withdrawn_at: number | null
}

/** The owner's external calendar (feed) and the result of the last reading. */
export interface CalendarFeedTable {
  id: number
  /** Encrypted, because the address alone opens the calendar. */
  address: string | null
  stale_minutes: number
  etag: string | null
  last_modified: string | null
  /** The owner's time zone that its all-day entries were converted with. */
  zone: string | null
  covers_until: number | null
  /** Time of the last success; `tried_at` is that of the last attempt. */
  synced_at: number | null
  tried_at: number | null
  failure: FeedFault | null
  failing_since: number | null
  entries: number
  unreadable: number
  /** Entries read with a guessed time zone. */
  guessed_zones: number
  /** What was not understood (JSON of `FeedNote`), encrypted, because it names entries. */
  notes: string | null
  /** JSON: keys of the notes that the owner has seen. */
  seen_notes: string
  /** JSON of `FeedDoubt`, from the notes that the owner has not seen. */
  doubts: string
  /** What the owner says about a calendar that is suddenly empty; `asked`: nothing yet. */
  empty_answer: EmptyAnswer | null
}

export interface ConsentChangeTable {
  id: Generated<number>
  /** The account's id. */
  subject: string
  kind: ConsentKind
  given: number
  text_version: string
  /** The text that was shown. */
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

/**
 * Tables of accounts, limited to the columns that our own code uses; better-auth writes them too.
 */
export interface AccountTables {
  user: UserTable
  session: SessionTable
  account: CredentialTable
  verification: { id: string; value: string }
  passkey: PasskeyTable
  two_factor: TwoFactorTable
  sign_in_alarm: SignInAlarmTable
}

/** Times are ISO 8601. */
export interface SessionTable {
  id: string
  user_id: string
  user_agent: string | null
  expires_at: string
  created_at: string
  updated_at: string
}

/** How somebody signs in to a user's account. */
export interface CredentialTable {
  id: string
  user_id: string
  account_id: string
  provider_id: string
  /** Hashed. */
  password: string | null
  created_at: string
  updated_at: string
}

export interface UserTable {
  id: string
  name: string
  email: string
  email_verified: number
  two_factor_enabled: number | null
  role: Role
  created_at: string
  updated_at: string
}

/** The columns that our own statements read; better-auth's passkey plugin writes all of them. */
export interface PasskeyTable {
  id: string
  user_id: string
  name: string | null
  /** ISO 8601. */
  created_at: string | null
}

export interface TwoFactorTable {
  id: string
  user_id: string
  /** Encrypted in better-auth's format, like `backup_codes`. */
  secret: string
  backup_codes: string
  /** Time step of the last code that was accepted: no code is accepted twice. */
  last_step: number | null
}

export interface SignInAlarmTable {
  user_id: string
  last_at: number
  mailed_at: number
}

/** The default meeting location of each service. */
export interface ServicePlaceTable {
  service_type: ServiceType
  place: LocationKind
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
    | 'refunded_at_provider'
    | 'refund_refused'
    | 'disputed'
    | 'kept_after_reversal'
    | 'resent'
    | 'clash_accepted'
    | 'mail_withheld'
    | 'placed'
    | 'note'
  made_by: 'owner' | 'guest' | 'server'
  at: number
  data: string
}

/**
 * What becomes of a table's rows when somebody is erased. `erased`: deleted, or made nameless where the
 * law has them kept. `accounting`: kept for five years, and holds a name only where a receipt must.
 * `nameless`: says nothing of any visitor. `owner`: is about the owner, or the site.
 */
type ErasureClass = 'erased' | 'accounting' | 'nameless' | 'owner'

/** Every table of the database; a new one is not taken without its class. */
export const erasureClasses: Record<string, ErasureClass> = {
  schedule: 'owner',
  schedule_version: 'owner',
  busy_time: 'owner',
  calendar_feed: 'owner',
  bookings_feed: 'owner',
  service_place: 'owner',
  retention: 'owner',
  sign_in_alarm: 'owner',
  mark: 'owner',
  sync_clock: 'owner',
  desk_clock: 'owner',
  device: 'owner',
  mutation_result: 'owner',
  record: 'erased',
  field_history: 'erased',
  booking: 'erased',
  booking_event: 'erased',
  booking_look: 'erased',
  occupied_cell: 'erased',
  form_submissions: 'erased',
  form_read: 'erased',
  answer: 'erased',
  job: 'erased',
  mail: 'erased',
  mail_to_stranger: 'erased',
  confirmed_mailbox: 'erased',
  newsletter_consent: 'erased',
  consent_change: 'erased',
  user: 'erased',
  session: 'erased',
  account: 'erased',
  verification: 'erased',
  two_factor: 'erased',
  passkey: 'erased',
  payment_intent: 'accounting',
  refund: 'accounting',
  receipt: 'accounting',
  payment_event: 'nameless',
  demo_intent: 'nameless',
  demo_refund: 'nameless',
  audit_log: 'nameless',
  desk_change: 'nameless',
  form_count: 'nameless',
  erasure: 'nameless',
}

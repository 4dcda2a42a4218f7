import type { Service } from '#shared/booking/catalogue.ts'

/** The steps of a paid booking, as the stepper names them. */
export const paidSteps = ['Date and time', 'Your details', 'Payment'] as const

/**
 * What the booking page hands to its payment step. The page draws the aside with the summary; the
 * step fills the whole main column: way back, stepper, heading, bill, card.
 */
export interface PaymentStepProps {
  bookingId: string
  /** The signature of the booking's link, where another browser made the booking. */
  sig?: string | undefined
  service: Service
  /** ISO 8601; until then the time is kept. */
  holdExpiresAt: string
  customerName: string
  onPaid: () => void
  onBack: () => void
  /** The hold lapsed, or the server no longer knows it: another time must be chosen. */
  onHoldLost: () => void
}

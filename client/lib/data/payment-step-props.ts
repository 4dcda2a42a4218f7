import type { Service } from '#shared/content/service.ts'
import type { Price } from '#shared/content/services.ts'
import type { VatOutcome } from '#shared/payment/vat.ts'

/** Steps of a paid booking, as the stepper shows them. */
export const paidSteps = ['Date and time', 'Your details', 'Payment'] as const

/**
 * Props of the payment step. The booking page renders the summary beside it; the step fills the
 * main column: back link, stepper, heading, bill, card.
 */
export interface PaymentStepProps {
  bookingId: string
  /** Signature of the booking's link, needed if the booking was made in another browser. */
  sig?: string | undefined
  /** The service with the booking's own price. */
  service: Pick<Service, 'type' | 'feeLabel'> & Price
  vat: VatOutcome
  /** ISO 8601 instant at which the hold expires. */
  holdExpiresAt: string
  customerName: string
  onPaid: () => void
  onBack: () => void
  /** The hold expired, or the server does not have it: another time must be chosen. */
  onHoldLost: () => void
}

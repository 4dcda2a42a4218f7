import type { BookingKey } from '#client/payment/booking-key.ts'
import type { Payment } from '#client/payment/use-payment.ts'

/** What both card forms, the provider's and the demonstration's, are given. */
export interface CardProps {
  booking: BookingKey
  clientSecret: string
  customerName: string
  /** As written on the button. */
  amount: string
  payment: Payment
  /** Without a connection nothing can be paid. */
  blocked: boolean
}

import type { Payment } from './use-payment.ts'

/** What both card forms, the provider's and the demonstration's, are given. */
export interface CardProps {
  bookingId: string
  clientSecret: string
  customerName: string
  /** As written on the button. */
  amount: string
  payment: Payment
  /** Without a connection nothing can be paid. */
  blocked: boolean
}

/**
 * How one try to pay ended, as this browser saw it. Only the server's answer makes it true: `done`
 * is a reason to ask, nothing more.
 */
export type Confirmation =
  | { kind: 'done' }
  /** A field of the form needs another look; the form says which. */
  | { kind: 'incomplete' }
  /** The provider said no; nothing was charged. */
  | { kind: 'declined'; message: string }
  /** Something broke on the way: the money may have moved or not. */
  | { kind: 'unknown'; message: string }
  /** The page is being left for the bank's, or for the return page. */
  | { kind: 'leaving' }

/** Said where the provider gives no words of its own. */
export const PAYMENT_FAILED = 'Payment failed'

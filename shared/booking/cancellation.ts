/** Until this long before the start a guest may move or cancel, with a full refund. */
const CANCELLATION_HOURS = 24

export interface CancellationTerms {
  /** The guest may still move or cancel by the link. */
  open: boolean
  /** The last instant at which it is open, UTC milliseconds. */
  until: number
  /** What comes back, minor units. */
  refund: number
}

/** `paid` in minor units. After the deadline the owner decides, so nothing is promised. */
export function cancellationTerms(start: number, paid: number, now: number): CancellationTerms {
  const until = start - CANCELLATION_HOURS * 3_600_000
  const open = now <= until
  return { open, until, refund: open ? paid : 0 }
}

import { useCallback, useMemo } from 'react'
import {
  type ApiRefusal,
  type ApiResult,
  callEndpoint,
  isNetworkError,
} from '#client/lib/data/api.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import {
  type BookingView,
  cancelBooking,
  getBooking,
  moveBooking,
  withdrawFromPurchase,
} from '#shared/booking/api.ts'
import type { Result } from '#shared/lib/result.ts'

/** Access to a booking: its id, and the link's signature if another browser made it. */
export interface BookingCredentials {
  id: string
  sig?: string | undefined
  /** Token from a link in an email; proves that somebody reads the guest's mailbox. */
  mailToken?: string | undefined
}

type ManagedState =
  | { state: 'loading' }
  | { state: 'failed'; refusal: ApiRefusal }
  | { state: 'loaded'; booking: BookingView }

export type ChangeResult = Result<BookingView, ApiRefusal>

interface ShownTime {
  /** ISO 8601. */
  start: string
  /** The same time as it was shown, in the booking's zone. */
  seen: { date: string; time: string }
}

export interface ManagedBooking {
  current: ManagedState
  reload: () => void
  isChanging: boolean
  /** Resolves to undefined if another change is still running. */
  move: (time: ShownTime, asksEarlyStart: boolean) => Promise<ChangeResult | undefined>
  /** Withdraws from the purchase, with a full refund. */
  withdraw: () => Promise<ChangeResult | undefined>
  cancel: () => Promise<ChangeResult | undefined>
}

/** Loads a booking, and reschedules or cancels it, one change at a time. */
export function useManagedBooking({ id, sig, mailToken }: BookingCredentials): ManagedBooking {
  const key = useMemo(() => ({ id, sig }), [id, sig])
  const { value, setValue, reload } = useAsync(`${id} ${sig}`, async () =>
    toManagedState(await callEndpoint(getBooking, { ...key, mailToken })),
  )
  const { busy, run } = useOneAtATime()
  const change = useCallback(
    (send: () => Promise<ApiResult<BookingView>>, done: (now: BookingView) => boolean) =>
      run(async () => {
        const end = await sendChange(send, done, key)
        if (end.ok) setValue({ state: 'loaded', booking: end.value })
        return end
      }),
    [key, run, setValue],
  )
  const move = useCallback(
    ({ start, seen }: ShownTime, asksEarlyStart: boolean) =>
      change(
        () => callEndpoint(moveBooking, { ...key, start, seen, asksEarlyStart }),
        (booking) => Date.parse(booking.start) === Date.parse(start),
      ),
    [change, key],
  )
  const cancel = useCallback(
    () => change(() => callEndpoint(cancelBooking, key), isEnded),
    [change, key],
  )
  const withdraw = useCallback(
    () => change(() => callEndpoint(withdrawFromPurchase, key), isEnded),
    [change, key],
  )
  const current = value ?? { state: 'loading' as const }
  return { current, reload, isChanging: busy, move, cancel, withdraw }
}

function toManagedState(answer: ApiResult<BookingView>): ManagedState {
  return answer.ok
    ? { state: 'loaded', booking: answer.value }
    : { state: 'failed', refusal: answer.refusal }
}

function isEnded({ status }: BookingView): boolean {
  return status === 'cancelled' || status === 'expired'
}

/** Sends a change; if no answer comes, loads the booking to see whether the change was made. */
async function sendChange(
  send: () => Promise<ApiResult<BookingView>>,
  done: (now: BookingView) => boolean,
  key: BookingCredentials,
): Promise<ChangeResult> {
  const answer = await send()
  if (answer.ok || !isNetworkError(answer.refusal)) return answer
  const present = await callEndpoint(getBooking, key)
  return present.ok && done(present.value) ? present : answer
}

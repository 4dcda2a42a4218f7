import { useEffect } from 'react'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useVisible } from '#client/lib/browser.ts'
import { call } from '#client/lib/data/api.ts'
import { useEffectOn } from '#client/lib/use-effect-on.ts'
import { type DeskBooking, readBooking, seeBookings } from '#shared/booking/desk-api.ts'

/** The bookings on the screen count as new no more. Without an answer, the next look does it. */
export function useSeenBookings({ data, state }: DeskData<readonly DeskBooking[]>): void {
  const visible = useVisible()
  const until = state === 'fresh' ? data?.map(({ createdAt }) => createdAt).reduce(later, '') : ''
  useEffect(() => {
    if (until && visible) void call(seeBookings, { until })
  }, [until, visible])
}

/** A booking that is open counts as read, with all that happened to it. */
export function useReadBooking({ id, version }: DeskBooking, may: boolean): void {
  const visible = useVisible()
  const reads = may && visible
  // What happens to it while it is open is read too.
  useEffectOn(`${id} ${version} ${reads}`, () => {
    if (reads) void call(readBooking, { id })
  })
}

/** Both ISO 8601. */
function later(one: string, other: string): string {
  return other > one ? other : one
}

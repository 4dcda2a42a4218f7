import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useTitleCount } from '#client/lib/use-title.ts'
import { getNewsCounts } from '#shared/desk/news-api.ts'

interface NewsCounts {
  newBookings: number
  /** Of all forms. */
  unreadForms: number
}

/** What is new, also before the title in the browser's tab; nothing until it is known. */
export function useNewsCounts(): NewsCounts {
  const { data } = useDeskData(getNewsCounts, {})
  const { booking = 0, contact = 0, inquiry = 0 } = data?.unread ?? {}
  const { newBookings = 0, guestChanges = 0 } = data ?? {}
  // A booking and its form are one thing.
  useTitleCount(newBookings + guestChanges + contact + inquiry)
  return { newBookings, unreadForms: booking + contact + inquiry }
}

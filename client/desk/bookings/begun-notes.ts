import { onAccount } from '#client/lib/data/account-here.ts'
import { ownerHere } from '#client/lib/data/owner-here.ts'

/** By booking: what was typed in this tab and not sent. The next owner learns nothing of it. */
export const begunNotes = new Map<string, string>()

onAccount(() => {
  if (!ownerHere()) begunNotes.clear()
})

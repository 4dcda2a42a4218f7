import { ownerHere } from '../../desk/owner-here.ts'
import { onAccount } from '../../lib/account-here.ts'

/** By booking: what was typed in this tab and not sent. The next owner learns nothing of it. */
export const begunNotes = new Map<string, string>()

onAccount(() => {
  if (!ownerHere()) begunNotes.clear()
})

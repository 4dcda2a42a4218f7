import * as v from 'valibot'
import { alarmMail } from './mails.ts'
import type { AccountParts } from './ports.ts'
import { findAlarm, findOwnerByEmail, saveAlarm } from './store.ts'

const DAY = 24 * 3_600_000

/** Longest time that the owner's account page shows an alarm, milliseconds. */
const SHOWN_FOR = 14 * DAY

const Data = v.object({ email: v.string(), name: v.string() })

/** Tells the owner that somebody keeps trying to get into their account. */
export class SignInAlarm {
  private readonly parts: AccountParts

  constructor(parts: AccountParts) {
    this.parts = parts
    parts.mails.on({
      kind: 'account-alarm',
      data: Data,
      render: async ({ email, name }) => ({
        to: { name, address: email },
        content: alarmMail(`${parts.siteUrl}/account`),
      }),
    })
  }

  /** Somebody has used up the tries at this account. Visitors are not told: their tries are few. */
  async raise(account: string): Promise<void> {
    const { db, mails, clock } = this.parts
    const now = clock()
    await db.write((tx) => {
      const owner = findOwnerByEmail(tx, account.trim().toLowerCase())
      if (!owner) return
      const { id, email, name } = owner
      const mailedAt = findAlarm(tx, id)?.mailed_at ?? Number.NEGATIVE_INFINITY
      const mailsNow = now - mailedAt >= DAY
      saveAlarm(tx, { user_id: id, last_at: now, mailed_at: mailsNow ? now : mailedAt })
      if (mailsNow) {
        const once = `${id}:${now}`
        mails.add(tx, { kind: 'account-alarm', once, bookingId: null, data: { email, name } })
      }
    })
  }

  /** When it was last raised, where that is not long ago. */
  lastAt(userId: string): string | null {
    const at = findAlarm(this.parts.db.read, userId)?.last_at
    const isShown = at !== undefined && this.parts.clock() - at < SHOWN_FOR
    return isShown ? new Date(at).toISOString() : null
  }
}

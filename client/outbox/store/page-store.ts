import { systemClock } from '#client/lib/clock.ts'
import { chance } from '#client/lib/data/ids.ts'
import { Blocked } from '#client/outbox/blocked.ts'
import { OutboxDatabase } from './database.ts'
import { Outbox } from './store.ts'

const db = new OutboxDatabase()

/** The outbox as a page has it: no worker is needed to fill or to empty it. */
export const outbox = new Outbox({ db, clock: systemClock, random: chance })

export const blocked = new Blocked(db)

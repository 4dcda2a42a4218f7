import { accountTables } from './initial/accounts.ts'
import { bookingTables } from './initial/bookings.ts'
import { messageTables } from './initial/messages.ts'
import { syncTables } from './initial/sync.ts'

/** The whole schema as first released. Later tables refer to earlier ones. */
export const initial = [bookingTables, messageTables, accountTables, syncTables].join('\n')

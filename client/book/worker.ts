import { expose } from 'comlink'
import { systemClock } from '#client/lib/clock.ts'
import { chance, randomKey } from '#client/lib/data/ids.ts'
import { browserName } from '#client/lib/device/browser-name.ts'
import { DeskBook } from './desk-book.ts'
import { bookChannel } from './store/channel.ts'
import { ownerDatabase } from './store/database.ts'
import { httpTransport } from './sync/transport.ts'

/** The owner's user id, which the page gives its worker as name. */
const userId = self.name

const book = new DeskBook({
  db: ownerDatabase(userId),
  userId,
  clock: systemClock,
  newId: randomKey,
  random: chance,
  transport: httpTransport((address, init) => fetch(address, init)),
  locks: navigator.locks,
  isOffline: () => !navigator.onLine,
  channel: bookChannel(userId),
  deviceName: browserName(navigator.userAgent),
})

addEventListener('online', () => book.mayReach())

expose(book)

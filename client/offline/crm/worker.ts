import { expose } from 'comlink'
import { browserName } from '../../lib/browser-name.ts'
import { systemClock } from '../../lib/clock.ts'
import { chance, randomKey } from '../../lib/ids.ts'
import { sealerHere } from '../seal/sealer-here.ts'
import { bookChannel } from './channel.ts'
import { OwnerDatabase, ownerDatabase } from './database.ts'
import { DeskBook } from './desk-book.ts'
import { httpTransport } from './transport.ts'

/** Whose book it is: the name that the page gave its worker. */
const userId = self.name

const book = new DeskBook({
  db: ownerDatabase(userId),
  answers: new OwnerDatabase(userId, { durability: 'relaxed', sealer: sealerHere(userId) }),
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

import { expose } from 'comlink'
import { systemClock } from '../../lib/clock.ts'
import { chance, randomKey } from '../../lib/ids.ts'
import { bookChannel } from './channel.ts'
import { ownerDatabase } from './database.ts'
import { LocalBook } from './local-book.ts'
import { httpTransport } from './transport.ts'

/** Whose book it is: the name that the page gave its worker. */
const userId = self.name

const book = new LocalBook({
  db: ownerDatabase(userId),
  userId,
  clock: systemClock,
  newId: randomKey,
  random: chance,
  transport: httpTransport((address, init) => fetch(address, init)),
  locks: navigator.locks,
  channel: bookChannel(userId),
})

addEventListener('online', () => book.mayReach())

expose(book)

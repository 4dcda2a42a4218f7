import { expose } from 'comlink'
import { DeskBook } from '#client/book/desk-book.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import type { Answer, Transport } from '#client/book/sync/transport.ts'
import { sealerHere } from '#client/encryption/sealer-here.ts'
import { TODAY } from './site.ts'

async function nobody(): Promise<Answer> {
  return { status: 0, body: undefined, text: '' }
}

/** Replaces the browser's `Worker`: a client book on this page's own store, behind a port. */
export class BookWorker extends EventTarget {
  static running = 0
  /** The server does not answer unless a test replaces this. */
  static transport: Transport = {
    push: nobody,
    pull: nobody,
    isRevoked: async () => false,
  }
  private readonly book: DeskBook
  private readonly page: MessagePort
  private readonly port: MessagePort

  constructor(_address: URL, { name = '' }: WorkerOptions) {
    super()
    BookWorker.running += 1
    const { port1, port2 } = new MessageChannel()
    this.page = port1
    this.port = port2
    this.book = new DeskBook({
      db: new OwnerDatabase(name, { sealer: sealerHere(name) }),
      userId: name,
      clock: () => TODAY,
      newId: () => crypto.randomUUID(),
      random: () => 0.5,
      transport: BookWorker.transport,
      locks: undefined,
      channel: { tell: () => undefined, hear: () => undefined, close: () => undefined },
      deviceName: 'Laptop',
    })
    expose(this.book, port2)
    this.page.onmessage = ({ data, ports }) =>
      this.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.page.postMessage(message, transfer)
  }

  terminate(): void {
    BookWorker.running -= 1
    this.page.close()
    this.port.close()
    this.book.close()
  }
}

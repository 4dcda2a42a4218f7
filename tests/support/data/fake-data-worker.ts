import { expose } from 'comlink'
import type { DataCore } from '#client/data/data-core.ts'
import { createCipherLoader } from '#client/data/encryption/cipher-loader.ts'
import { openOwnerData } from '#client/data/owner-data.ts'
import { OwnerDatabase } from '#client/data/store/database.ts'
import type { Answer, Transport } from '#client/data/sync/transport.ts'
import { NO_DOCUMENTS } from '#tests/support/journeys/document-double.ts'
import { TODAY } from '#tests/support/server/site.ts'

async function noAnswer(): Promise<Answer> {
  return { status: 0, body: undefined, text: '' }
}

/** Replaces the browser's `Worker`: the data of the owner on this page's own store, behind a port. */
export class FakeDataWorker extends EventTarget {
  static runningCount = 0
  /** The server does not answer unless a test replaces this. */
  static transport: Transport = {
    push: noAnswer,
    pull: noAnswer,
    isRevoked: async () => false,
  }
  private readonly core: DataCore
  private readonly page: MessagePort
  private readonly port: MessagePort

  constructor(_address: URL, { name = '' }: WorkerOptions) {
    super()
    FakeDataWorker.runningCount += 1
    const { port1, port2 } = new MessageChannel()
    this.page = port1
    this.port = port2
    const { core, parts } = openOwnerData({
      db: new OwnerDatabase(name, { getCipher: createCipherLoader(name) }),
      userId: name,
      clock: () => TODAY,
      newId: () => crypto.randomUUID(),
      random: () => 0.5,
      transport: FakeDataWorker.transport,
      fileTransport: NO_DOCUMENTS,
      locks: undefined,
      channel: { post: () => undefined, listen: () => undefined, close: () => undefined },
      deviceName: 'Laptop',
    })
    this.core = core
    expose(parts, port2)
    this.page.onmessage = ({ data, ports }) =>
      this.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }))
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.page.postMessage(message, transfer)
  }

  terminate(): void {
    FakeDataWorker.runningCount -= 1
    this.page.close()
    this.port.close()
    this.core.close()
  }
}

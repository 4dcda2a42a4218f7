import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** One message as received over SMTP; `raw` is Latin-1. */
interface ReceivedMail {
  from: string
  to: string[]
  raw: string
}

/** `hold`: the recipient's command gets no answer, so the connection stays open. */
type SmtpAnswer = 'accept' | { code: number; text: string } | 'act and drop' | 'hold'

/** A mail server for tests: real SMTP on a real port, with faults on request. */
export class SmtpDouble {
  readonly received: ReceivedMail[] = []
  /** The answers to the next messages, one each; after them the server accepts. */
  readonly faults: SmtpAnswer[] = []
  /** How many connections were held. */
  held = 0
  private server: SMTPServer | undefined
  private port = 0

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** Listens; after a stop, on the same port again. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onRcptTo: (_address, _session, done) => {
        const fault = this.faults[0]
        if (fault === 'hold') {
          this.faults.shift()
          this.held += 1
          return
        }
        if (typeof fault !== 'object') return done()
        this.faults.shift()
        done(Object.assign(new Error(fault.text), { responseCode: fault.code }))
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope
          this.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('latin1'),
          })
          if (this.faults.shift() === 'act and drop') this.dropConnections()
          else done()
        })
      },
    })
    server.on('error', () => {})
    this.server = server
    await new Promise<void>((listening) => server.listen(this.port, '127.0.0.1', listening))
    this.port = (server.server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    const { server } = this
    this.server = undefined
    if (server) await new Promise<void>((closed) => server.close(() => closed()))
  }

  private dropConnections(): void {
    for (const connection of this.server?.connections ?? []) connection.close()
  }
}

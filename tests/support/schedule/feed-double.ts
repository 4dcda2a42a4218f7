import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (req: IncomingMessage, res: ServerResponse) => void

/** A calendar server whose answers a test sets. */
export class FeedDouble {
  readonly requests: { path: string; headers: IncomingMessage['headers'] }[] = []
  /** The answers by path; other paths get a 404. */
  readonly answers = new Map<string, Answer>()
  /** The number of open connections. */
  openConnections = 0
  private readonly server: Server
  private readonly host: string

  private constructor(host: string) {
    this.host = host
    this.server = createServer((req, res) => {
      const path = req.url ?? ''
      this.requests.push({ path, headers: req.headers })
      const answer = this.answers.get(path)
      if (answer) answer(req, res)
      else res.writeHead(404).end()
    })
    this.server.on('connection', (socket) => {
      this.openConnections++
      socket.on('error', () => {})
      socket.once('close', () => this.openConnections--)
    })
  }

  static async start(host = '127.0.0.1'): Promise<FeedDouble> {
    const double = new FeedDouble(host)
    await new Promise<void>((listening) => double.server.listen(0, host, listening))
    return double
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get origin(): string {
    return `http://${this.host}:${this.port}`
  }

  serveCalendar(path: string, text: string, headers: Record<string, string> = {}): void {
    this.answers.set(path, (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(text)
    })
  }

  serveRedirect(path: string, location: string): void {
    this.answers.set(path, (_req, res) => res.writeHead(302, { location }).end())
  }

  async stop(): Promise<void> {
    await new Promise((closed) => {
      this.server.close(closed)
      this.server.closeAllConnections()
    })
  }
}

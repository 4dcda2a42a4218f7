import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

/** As the statement ends in the protocol of PostgreSQL. */
const COMMIT = 'commit\0'
const COMMITTED = 'COMMIT'

/** A fixed address before a database server, as a load balancer is: what is behind it can change. */
export class TcpProxy {
  /** Loses a commit on its way to the server, or the server's answer to it. */
  loses: { what: 'commit' | 'answer'; ofTransactionWith: string } | undefined
  /** Nothing passes, and all connections stay open. */
  isSilent = false
  /** What a round trip to the server takes longer, ms, as if it were on another machine. */
  latency = 0
  /** How often something was sent to the server after an answer had arrived. */
  roundTrips = 0
  private readonly sockets = new Set<Socket>()
  private readonly server = net.createServer((socket) => this.forward(socket))

  private constructor(private target: number | undefined) {}

  /** Passes connections on to this port of the same machine; without one it refuses them. */
  static async start(target?: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    proxy.server.listen(0, '127.0.0.1')
    await once(proxy.server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** Cuts all connections; new ones lead to this port, or are refused. */
  setTarget(port: number | undefined): void {
    this.target = port
    for (const socket of this.sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.setTarget(undefined)
    this.server.close()
    await once(this.server, 'close')
  }

  private forward(socket: Socket): void {
    if (this.isSilent) return void this.sockets.add(socket.on('error', () => undefined))
    if (this.target === undefined) return void socket.destroy()
    const onwards = net.connect(this.target, '127.0.0.1')
    for (const end of [socket, onwards]) {
      this.sockets.add(end)
      end.setNoDelay(true)
      // The other end may be gone already; what matters is that both are closed.
      end.on('error', () => undefined)
      end.on('close', () => {
        this.sockets.delete(end)
        if (this.isSilent) return
        socket.destroy()
        onwards.destroy()
      })
    }
    let isConcerned = false
    let isLosing = false
    let isAnswered = true
    socket.on('data', (sent) => {
      const { loses } = this
      if (isAnswered) this.roundTrips++
      isAnswered = false
      isConcerned ||= loses !== undefined && sent.includes(loses.ofTransactionWith)
      if (this.isSilent) return
      isLosing ||= loses !== undefined && isConcerned && sent.includes(COMMIT)
      if (isLosing && loses?.what === 'commit') socket.destroy()
      else if (this.latency === 0) onwards.write(sent)
      // Timers of one length end in the order in which they began.
      else setTimeout(() => onwards.write(sent), this.latency)
    })
    onwards.on('data', (answer) => {
      if (this.isSilent) return
      isAnswered = true
      // The answers to earlier statements may arrive first.
      if (isLosing && answer.includes(COMMITTED)) socket.destroy()
      else socket.write(answer)
    })
  }
}

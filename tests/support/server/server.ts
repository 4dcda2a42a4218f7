import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A public address; the pages that a server has for it before anything is published are part of the build. */
export const PUBLIC_URL = 'https://lysning.example'

/** With `PUBLIC_URL`: renders the pages for it, after the build. */
export const renderPublicPages = ['--import', 'tsx', 'server/site/build/build.ts', '--when-needed']

const BUILT_SERVER = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url))

interface ServerOptions {
  env?: Record<string, string>
  /** A folder that is given stays; without one, a new folder is made, and removed by `dispose`. */
  dataDir?: string
}

export interface LogLine {
  level: number
  msg: string
  [field: string]: unknown
}

/**
 * The built server in its own process, on its own port. It sees only the settings given here: a
 * developer's keys must not reach a test.
 */
export class ServerProcess {
  readonly dataDir: string
  readonly log: LogLine[] = []
  private readonly env: Record<string, string>
  private readonly ownsData: boolean
  private child: ChildProcess | undefined
  private address = ''
  private errors = ''

  private constructor(options: ServerOptions) {
    this.env = options.env ?? {}
    this.ownsData = options.dataDir === undefined
    this.dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'server-'))
  }

  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const server = new ServerProcess(options)
    await server.spawnServer()
    return server
  }

  /** Starts a server that has to end before it listens; returns its exit code and its stderr. */
  static async startInVain(
    options: ServerOptions,
  ): Promise<{ code: number | null | undefined; errors: string }> {
    const server = new ServerProcess(options)
    const isListening = await server.spawnServer().then(
      () => true,
      () => false,
    )
    const outcome = { code: server.child?.exitCode, errors: server.errors }
    await server.dispose()
    if (isListening) throw new Error('The server listened')
    return outcome
  }

  /** Without a trailing slash; the same after a restart. */
  get url(): string {
    return this.address
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  /** Sends SIGTERM; returns the exit code. */
  async stop(): Promise<number | null> {
    return this.endProcess('SIGTERM')
  }

  /** Sends SIGKILL: ends it in the middle of its work. */
  async kill(): Promise<void> {
    await this.endProcess('SIGKILL')
  }

  /** Stops it and starts it again with the same data and address. */
  async restart(): Promise<void> {
    await this.stop()
    await this.spawnServer()
  }

  /** Stops it and removes the data folder, unless that was given. */
  async dispose(): Promise<void> {
    await this.stop()
    if (this.ownsData) fs.rmSync(this.dataDir, { recursive: true, force: true })
  }

  private async spawnServer(): Promise<void> {
    if (!fs.existsSync(BUILT_SERVER))
      throw new Error(`There is no built server in ${BUILT_SERVER}. Run npm run build first.`)
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [BUILT_SERVER], {
      cwd: this.dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        RATE_LIMIT: 'off',
        PORT: this.address ? new URL(this.address).port : '0',
        DATA_DIR: this.dataDir,
        ...this.env,
      },
    })
    this.child = child
    this.errors = ''
    child.stderr.on('data', (chunk) => {
      this.errors += chunk
    })
    this.address = await this.waitUntilListening(child)
  }

  private waitUntilListening(child: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) =>
        reject(new Error(`The server exited with code ${code} before it listened. ${this.errors}`)),
      )
      if (!child.stdout) return
      readline.createInterface({ input: child.stdout }).on('line', (text) => {
        const line = parseLogLine(text)
        if (!line) return
        this.log.push(line)
        if (line.msg === 'listening') resolve(String(line.url))
      })
    })
  }

  private async endProcess(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child
    this.child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = await ended
    return code
  }
}

function parseLogLine(text: string): LogLine | undefined {
  return text.startsWith('{') ? (JSON.parse(text) as LogLine) : undefined
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Address of the public build. Tests may start its server with other addresses. */
export const PUBLIC_URL = 'https://lysning.example'

const FOLDER = 'dist/public'

/** The build of the site as it is with a public address: without samples. */
export const publicBuild = fileURLToPath(new URL(`../../../${FOLDER}`, import.meta.url))

export const publicBuildArgs = ['--import', 'tsx', 'server/site/build.ts', '--out', FOLDER]

/** What to type to make the build for a single test; `npm test` makes it. */
const publicBuildCommand = `PUBLIC_URL=${PUBLIC_URL} node ${publicBuildArgs.join(' ')}`

const BUILT_SERVER = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url))

/** Built with `PUBLIC_URL`, by `npm test`. */
const PUBLIC_SERVER = path.join(publicBuild, 'server/main.js')

interface ServerOptions {
  env?: Record<string, string>
  /** A folder that is given stays; without one, a new folder is made, and removed by `dispose`. */
  dataDir?: string
  /** The build that fits `PUBLIC_URL` if absent. */
  build?: 'trial' | 'public'
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
  private readonly build: 'trial' | 'public'
  private readonly ownsData: boolean
  private child: ChildProcess | undefined
  private address = ''
  private errors = ''

  private constructor(options: ServerOptions) {
    this.env = options.env ?? {}
    this.build = options.build ?? (this.env.PUBLIC_URL ? 'public' : 'trial')
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
    const isPublic = this.build === 'public'
    const main = isPublic ? PUBLIC_SERVER : BUILT_SERVER
    if (!fs.existsSync(main))
      throw new Error(
        `There is no built server in ${main}. Run npm run build${isPublic ? `, and ${publicBuildCommand}` : ''} first.`,
      )
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [main], {
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

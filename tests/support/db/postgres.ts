import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Where Debian and others put the programs of the server, the newest version first. */
function listProgramFolders(): string[] {
  const debian = '/usr/lib/postgresql'
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian) : []
  return [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => `${debian}/${version}/bin`),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
}

/** The folder of PostgreSQL's programs; undefined if it is not installed on this machine. */
export function findPostgres(): string | undefined {
  return listProgramFolders().find((folder) => fs.existsSync(path.join(folder, 'initdb')))
}

const USER = 'postgres'

const FOLDER_PREFIX = 'postgres-'
/** In the folder of a cluster: the number of the process that started it. */
const OWNER_FILE = 'owner'

/** PostgreSQL refuses to run as root, so root's tests run it as the user `postgres`. */
function asServerUser(program: string, args: string[]): [string, string[]] {
  return process.getuid?.() === 0
    ? ['runuser', ['-u', USER, '--', program, ...args]]
    : [program, args]
}

export interface ClusterOptions {
  /** Settings of the server, by name. */
  settings?: Record<string, string | number>
  /** Copies the data of the running cluster at this port and follows it as its standby. */
  standbyOf?: { port: number }
  /** The folder in which the cluster makes its own. */
  parent?: string
}

/** A throw-away PostgreSQL server on the loopback address. */
export class PostgresCluster {
  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(options: ClusterOptions = {}): Promise<PostgresCluster> {
    const { settings = {}, standbyOf, parent = os.tmpdir() } = options
    const programs = findPostgres()
    if (!programs) throw new Error('PostgreSQL is not installed')
    await PostgresCluster.removeAbandoned(programs, parent)
    const folder = fs.mkdtempSync(path.join(parent, FOLDER_PREFIX))
    fs.writeFileSync(path.join(folder, OWNER_FILE), String(process.pid))
    if (process.getuid?.() === 0) execFileSync('chown', [USER, folder])
    const cluster = new PostgresCluster(programs, folder, await findFreePort())
    if (standbyOf)
      await cluster.run('pg_basebackup', [
        ...['-h', '127.0.0.1', '-p', String(standbyOf.port), '-U', USER],
        ...['-D', cluster.data, '-R', '-c', 'fast'],
      ])
    else await cluster.run('initdb', ['-D', cluster.data, '-A', 'trust', '-U', USER, '-E', 'UTF8'])
    await cluster.launch(settings)
    return cluster
  }

  /** Ends and removes the clusters of test runs that were killed. Those of a living process stay. */
  private static async removeAbandoned(programs: string, parent: string): Promise<void> {
    for (const name of fs.readdirSync(parent)) {
      const folder = path.join(parent, name)
      const owner = name.startsWith(FOLDER_PREFIX) ? readPid(path.join(folder, OWNER_FILE)) : 0
      if (owner > 0 && !isAlive(owner)) await new PostgresCluster(programs, folder, 0).remove()
    }
  }

  private get data(): string {
    return path.join(this.folder, 'data')
  }

  /** Address of a database; the server need not have it. */
  url(database: string): string {
    return `postgres://${USER}@127.0.0.1:${this.port}/${database}`
  }

  /** Starts the server again after `kill` or `stop`. */
  async launch(settings: Record<string, string | number> = {}): Promise<void> {
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: this.folder, ...settings }
    const options = Object.entries(all).map(([name, value]) => `-c ${name}=${value}`)
    const log = path.join(this.folder, 'log')
    await this.run('pg_ctl', [
      ...['-D', this.data, '-w', '-l', log, '-o', `-p ${this.port} ${options.join(' ')}`],
      'start',
    ])
  }

  /** Puts a line before those of `pg_hba.conf`, which let everybody in. */
  async addAccessRule(line: string): Promise<void> {
    const file = path.join(this.data, 'pg_hba.conf')
    fs.writeFileSync(file, `${line}\n${fs.readFileSync(file, 'utf8')}`)
    await this.run('pg_ctl', ['-D', this.data, 'reload'])
  }

  /** `immediate` ends all processes at once, as a crash does. */
  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await this.run('pg_ctl', ['-D', this.data, '-m', mode, '-w', 'stop'])
  }

  /** Kills all processes of the server with SIGKILL, and waits until they are gone. */
  async kill(): Promise<void> {
    const [main = ''] = fs.readFileSync(path.join(this.data, 'postmaster.pid'), 'utf8').split('\n')
    const children = execFileSync('pgrep', ['-P', main], { encoding: 'utf8' }).split('\n')
    const pids = [main, ...children].map(Number).filter((pid) => pid > 0)
    for (const pid of pids) endProcess(pid)
    while (pids.some(isAlive)) await pause(5)
    // Where nobody reaps it, the dead process would look alive to the next one, until a restart.
    for (const name of [path.join('data', 'postmaster.pid'), `.s.PGSQL.${this.port}.lock`])
      fs.rmSync(path.join(this.folder, name), { force: true })
  }

  /** Makes a standby the new primary. */
  async promote(): Promise<void> {
    await this.run('pg_ctl', ['-D', this.data, '-w', 'promote'])
  }

  async remove(): Promise<void> {
    // The server may have ended by itself, and its number may be that of another process by now.
    const main = readPid(path.join(this.data, 'postmaster.pid'))
    if (main > 0 && readCommand(main).includes(this.data))
      await this.stop('immediate').catch(() => undefined)
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  private async run(program: string, args: string[]): Promise<void> {
    const [file, all] = asServerUser(path.join(this.programs, program), args)
    // A shell closes the streams, which the server would otherwise hold open.
    await run('sh', ['-c', '"$@" >/dev/null 2>&1 </dev/null', 'sh', file, ...all])
  }
}

/** The number in the first line of a file; 0 if there is none. */
function readPid(file: string): number {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return Number.parseInt(text, 10) || 0
}

/** The command line of a process; empty if it has ended. */
function readCommand(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** A zombie is not: it only waits for its parent to take notice. */
function isAlive(pid: number): boolean {
  try {
    return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })[0] !== 'Z'
  } catch {
    return false
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const { port } = probe.address() as { port: number }
  await new Promise((closed) => probe.close(closed))
  return port
}

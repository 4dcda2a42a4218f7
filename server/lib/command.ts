import fs from 'node:fs'
import readline from 'node:readline/promises'

/** As the system says it, and as SQLite does. */
const NO_SPACE = ['ENOSPC', 'SQLITE_FULL']

/** A command was called in a way that it does not know; the message says how to. */
export class UsageError extends Error {}

/** What a command of the terminal does with its arguments and settings; resolves to what it prints. */
export type Command = (args: string[], env: NodeJS.ProcessEnv) => Promise<string>

export interface CommandResult {
  /** 1 where something went wrong, 2 where the command was called wrongly. */
  code: number
  output: string
  /** One line. */
  errors: string
}

export async function runCommand(
  command: Command,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  try {
    return { code: 0, output: `${await command(args, env)}\n`, errors: '' }
  } catch (error) {
    return { code: error instanceof UsageError ? 2 : 1, output: '', errors: `${lineOf(error)}\n` }
  }
}

/** What this process writes from now on, only its own account can read, SQLite's files included. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && NO_SPACE.includes(String(error.code)))
    return 'There is no space left on the disk.'
  return error.message.replaceAll(/\s*\n\s*/g, ' ')
}

/** Asks at the terminal for what is not shown while it is typed. `instead`: what to set where there is none. */
export async function askHidden(question: string, instead: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`Set ${instead}, or run this in a terminal to be asked for it.`)
  const terminal = readline.createInterface({ input: process.stdin, terminal: true })
  process.stdout.write(`${question}: `)
  const answer = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return answer
}

let loaded = false

/**
 * Settings from a file `.env` in the working folder, where there is one; the environment's own come
 * first. Only once in a process: what a program takes away after it stays away.
 */
export function loadEnvFile(): void {
  if (!loaded && fs.existsSync('.env')) process.loadEnvFile('.env')
  loaded = true
}

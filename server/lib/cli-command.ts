import fs from 'node:fs'
import readline from 'node:readline/promises'

/** Error codes of a full disk: the system's and SQLite's. */
const NO_SPACE_CODES = ['ENOSPC', 'SQLITE_FULL']

/** A command was called with wrong arguments or settings; the message says how to call it. */
export class UsageError extends Error {}

/** A terminal command: takes its arguments and environment, resolves to the text to print. */
export type CliCommand = (args: string[], env: NodeJS.ProcessEnv) => Promise<string>

export interface CommandResult {
  /** Exit code. 0: success. 1: the command failed. 2: it was called wrongly. */
  code: number
  output: string
  /** Text for standard error: one line, or empty. */
  errors: string
}

export async function runCommand(
  command: CliCommand,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  try {
    return { code: 0, output: `${await command(args, env)}\n`, errors: '' }
  } catch (error) {
    return {
      code: error instanceof UsageError ? 2 : 1,
      output: '',
      errors: `${toErrorLine(error)}\n`,
    }
  }
}

/** Makes every file that this process creates from now on, SQLite's too, private to its account. */
export function setPrivateUmask(): void {
  process.umask(0o077)
}

function toErrorLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && NO_SPACE_CODES.includes(String(error.code)))
    return 'There is no space left on the disk.'
  return error.message.replaceAll(/\s*\n\s*/g, ' ')
}

/**
 * Asks at the terminal for a secret, which is not shown while it is typed. `instead`: the
 * environment variable to set where there is no terminal. Rejects with `UsageError` there.
 */
export async function promptHidden(question: string, instead: string): Promise<string> {
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
 * Loads `.env` from the working folder, if it exists; variables already set take precedence. Only
 * once in a process, so that a variable that a program removes afterwards stays removed.
 */
export function loadEnvFile(): void {
  if (!loaded && fs.existsSync('.env')) process.loadEnvFile('.env')
  loaded = true
}

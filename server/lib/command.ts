/** As the system says it, and as SQLite does. */
const NO_SPACE = ['ENOSPC', 'SQLITE_FULL']

/** A command was called in a way that it does not know; the message says how to. */
export class UsageError extends Error {}

/**
 * Runs a command of the terminal and prints what it resolves to. What goes wrong ends it with one line
 * on standard error, and 1; or 2 where it was called wrongly.
 */
export function runCommand(work: () => Promise<string>): void {
  keepFilesPrivate()
  // Not by an await at the top of the program: its constants further down are not there yet.
  void print(work).catch(() => {
    process.exitCode = 1
  })
}

async function print(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    process.stderr.write(`${lineOf(error)}\n`)
    process.exitCode = error instanceof UsageError ? 2 : 1
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

/** The one argument that may follow the command's name. */
export function argument(usage: string): string | undefined {
  const [given, ...more] = process.argv.slice(2)
  if (more.length > 0 || given?.startsWith('-')) throw new UsageError(usage)
  return given
}

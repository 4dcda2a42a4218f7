import Sqlite from 'better-sqlite3'

// Runs as its own process: SQLite checks the whole file in one blocking call, and the server must
// keep answering. Prints the first fault found, or nothing. Exit code 1: the check itself failed.

const [file = '', kind] = process.argv.slice(2)

try {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 2_000 })
  const pragma = kind === 'quick' ? 'quick_check(1)' : 'integrity_check(1)'
  const found = String(sqlite.pragma(pragma, { simple: true }))
  if (found !== 'ok') process.stdout.write(found.replaceAll(/\s+/g, ' '))
} catch (error) {
  const code = error instanceof Sqlite.SqliteError ? error.code : ''
  const message = error instanceof Error ? error.message : String(error)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) process.stdout.write(message)
  else {
    process.stderr.write(message)
    process.exitCode = 1
  }
}

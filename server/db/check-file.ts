import Sqlite from 'better-sqlite3'

// A program of its own: SQLite reads the whole file in one call, and the site must go on answering
// meanwhile. It prints what is wrong, or nothing, and exits with 0; with 1 where it could not look.

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

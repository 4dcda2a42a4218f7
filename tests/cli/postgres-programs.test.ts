import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { findPostgresPrograms, runPostgresProgram } from '#server/db/backup/postgres-dump.ts'
import { describePostgres, toLibpqEnvironment } from '#server/db/engine/postgres-url.ts'

let parent: string
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'programs-'))
})
afterEach(() => fs.rmSync(parent, { recursive: true }))

/** A folder with programs that only print their version. */
function install(version: string): string {
  const folder = path.join(parent, version)
  fs.mkdirSync(folder)
  for (const program of ['pg_dump', 'pg_restore']) {
    const script = `#!/bin/sh\necho "${program} (PostgreSQL) ${version}"\n`
    fs.writeFileSync(path.join(folder, program), script, { mode: 0o755 })
  }
  return folder
}

describe('PostgreSQL’s programs', () => {
  it('are the first in the path that can read the server', async () => {
    const folders = [
      path.join(parent, 'none'),
      '',
      install('13.9'),
      install('15.4'),
      install('17.1'),
    ]
    expect((await findPostgresPrograms(15, folders)).pg_dump).toBe(`${parent}/15.4/pg_dump`)
    expect((await findPostgresPrograms(16, folders)).pg_restore).toBe(`${parent}/17.1/pg_restore`)
  })

  it('that are missing or too old are named in one line, with the package to install', async () => {
    await expect(findPostgresPrograms(15, [parent])).rejects.toThrow(
      /^pg_dump and pg_restore are not installed\. Install the package postgresql-client-15\.$/,
    )
    await expect(findPostgresPrograms(18, [install('13.9'), install('15.4')])).rejects.toThrow(
      /^pg_dump of version 15 cannot read a server of version 18\. Install the package postgresql-client-18\.$/,
    )
  })

  it('that fail give their own reason in one line', async () => {
    const program = path.join(parent, 'pg_dump')
    const output =
      'pg_dump: detail: x\\npg_dump: error: query failed: ERROR:  no\\nQuery was: SELECT'
    fs.writeFileSync(program, `#!/bin/sh\nprintf '${output}' >&2\nexit 1\n`, { mode: 0o755 })
    await expect(runPostgresProgram(program, [])).rejects.toThrow(
      /^pg_dump failed: query failed: ERROR: no\.$/,
    )
  })
})

test('PostgreSQL’s programs get the parts of the address by variables, decoded', () => {
  const url = 'postgres://lys:p%40ss%2Fw%C3%B6rd@db.example.com:6432/the%20site?sslmode=verify-full'
  expect(toLibpqEnvironment(url)).toEqual({
    PGHOST: 'db.example.com',
    PGPORT: '6432',
    PGUSER: 'lys',
    PGPASSWORD: 'p@ss/wörd',
    PGDATABASE: 'the site',
    PGSSLMODE: 'verify-full',
  })
  expect(toLibpqEnvironment('postgres://[::1]/site?host=/run/postgresql&ssl=true')).toEqual({
    PGHOST: '/run/postgresql',
    PGDATABASE: 'site',
    PGSSLMODE: 'require',
  })
})

test('A message about a database names it without its user and password', () => {
  expect(describePostgres('postgres://lys:secret@db.example.com/site')).toBe(
    'the database site on db.example.com',
  )
})

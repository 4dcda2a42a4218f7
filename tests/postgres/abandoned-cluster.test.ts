import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { PostgresCluster } from '#tests/support/db/postgres.ts'
import { runStatement } from '#tests/support/db/postgres-database.ts'

it('A test run ends and removes the servers of runs that were killed, and leaves those of living ones', async () => {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'clusters-'))
  fs.chmodSync(parent, 0o755)
  const settings = { fsync: 'off' }
  const left = await PostgresCluster.start({ parent, settings })
  const [leftFolder = ''] = fs.readdirSync(parent)
  const living = await PostgresCluster.start({ parent, settings })
  fs.mkdirSync(path.join(parent, 'postgres-without-owner'))
  const ended = spawnSync('true').pid
  fs.writeFileSync(path.join(parent, leftFolder, 'owner'), String(ended))
  const next = await PostgresCluster.start({ parent, settings })
  expect(fs.existsSync(path.join(parent, leftFolder))).toBe(false)
  expect(fs.readdirSync(parent)).toHaveLength(3)
  await expect(runStatement(left.url('postgres'), 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
  await runStatement(living.url('postgres'), 'SELECT 1')
  await living.remove()
  await next.remove()
  fs.rmSync(parent, { recursive: true })
})

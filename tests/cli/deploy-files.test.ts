import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../docs/deploy', import.meta.url))
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8')

it('The backup may reach PostgreSQL on another machine', () => {
  const unit = read('lysning-backup.service')
  expect(unit).not.toMatch(/^PrivateNetwork=yes|^IPAddressDeny=/m)
  expect(unit).toMatch(/^RestrictAddressFamilies=.*\bAF_INET\b.*\bAF_INET6\b/m)
})

it('Several servers of a machine can differ in their settings, such as the port of their metrics', () => {
  expect(read('lysning@.service')).toMatch(/^EnvironmentFile=-\/etc\/lysning-%i\.env$/m)
})

it('No command of the guides has a password in its arguments, which others on the machine can see', () => {
  const guides = [read('postgres.md'), read('../deploy.md')].join('\n')
  const moves = [...guides.matchAll(/^ {4}.*npm run move -- (?:\\\n\s*)?(.+)$/gm)]
  expect(moves.map(([, target = '']) => target)).toEqual([
    expect.stringMatching(/^'postgres:\/\/lysning@10\.0\.0\.1:5432\/lysning\?[^']+'$/),
  ])
  expect(guides).not.toMatch(/^ {4}.*(?:npm run|psql|pg_\w+) .*(?:DATABASE_URL|:[^/\s@]+@)/m)
})

it('A release backs PostgreSQL up, and restarts every enabled server', () => {
  const script = read('lysning-release')
  expect(script).toContain('setting DATABASE_URL')
  expect(script).toContain('lysning{,@*}.service')
  expect(script).not.toMatch(/systemctl restart lysning$/m)
})

import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import express from 'express'

// The least that a sync can do: one GET of everything, one POST that writes all in one transaction.

const folder = process.env.DATA_DIR ?? '.'
const clients = JSON.parse(fs.readFileSync(path.join(folder, 'clients.json'), 'utf8')) as {
  id: string
}[]
const sqlite = new Sqlite(path.join(folder, 'floor.sqlite'))
sqlite.pragma('journal_mode = WAL')
sqlite.pragma('synchronous = FULL')
sqlite.exec('CREATE TABLE client (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT')
const put = sqlite.prepare('INSERT OR REPLACE INTO client VALUES (?, ?)')
const read = sqlite.prepare('SELECT body FROM client LIMIT ?').pluck()
const putAll = sqlite.transaction((rows: { id: string }[]) => {
  for (const row of rows) put.run(row.id, JSON.stringify(row))
})
putAll(clients)

const app = express()
app.get('/', (_req, res) => res.type('html').send('<!doctype html><title>Floor</title>'))
app.get('/clients', async (req, res) => {
  const rows = read.all(Number(req.query.count)) as string[]
  const body = await promisify(gzip)(Buffer.from(`[${rows.join(',')}]`))
  res.type('json').set('Content-Encoding', 'gzip').send(body)
})
app.post('/clients', express.json({ limit: '20mb' }), (req, res) => {
  putAll(req.body)
  res.json({ ok: true })
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) {
    const url = `http://127.0.0.1:${address.port}`
    process.stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`)
  }
})

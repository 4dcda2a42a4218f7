import path from 'node:path'
import Sqlite from 'better-sqlite3'
import express from 'express'

// The least that such a server can do: read one row, or write one row in its own commit, with the
// same durability. Everything is measured against it, in the same run.

const folder = process.env.DATA_DIR ?? '.'
const sqlite = new Sqlite(path.join(folder, 'floor.sqlite'))
sqlite.pragma('journal_mode = WAL')
sqlite.pragma('synchronous = FULL')
sqlite.exec('CREATE TABLE row (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT')
sqlite.exec("INSERT INTO row (body) VALUES ('a row to read')")

const read = sqlite.prepare('SELECT id, body FROM row WHERE id = 1')
const write = sqlite.prepare('INSERT INTO row (body) VALUES (?)')

const app = express()
app.get('/', (_req, res) => {
  res.json(read.get())
})
app.post('/', express.urlencoded({ extended: false }), (req, res) => {
  const { lastInsertRowid } = write.run(JSON.stringify(req.body))
  res.status(201).json({ id: Number(lastInsertRowid) })
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) {
    const url = `http://127.0.0.1:${address.port}`
    process.stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`)
  }
})

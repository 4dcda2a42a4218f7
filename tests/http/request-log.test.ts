import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { requestLog } from '#server/http/server.ts'

const key = 'kR7vB2nXq9LmT4wZc1YpF8sHdG3jU6aEoI5KtVxNyQb'

it('The log has no key of a guest’s link, whose # a mail program has encoded', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const app = express().use(requestLog(log), (_req, res) => void res.sendStatus(200))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const path of [
    `/journey/Ab1%23${key}`,
    `/journey/Ab1%2523${key}/d2`,
    `/journey%2FAb1%23${key}`,
  ])
    await fetch(`http://127.0.0.1:${port}${path}`)
  server.close()
  await expect.poll(() => lines.length).toBe(3)
  expect(lines.join('')).toContain('/journey/Ab1')
  expect(lines.join('')).not.toContain(key.slice(0, 8))
})

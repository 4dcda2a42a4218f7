import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { hideSecrets, requestLog } from '#server/http/server.ts'

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
  expect(lines.join('')).toContain('/journey/:id')
  for (const secret of ['Ab1', key.slice(0, 8)]) expect(lines.join('')).not.toContain(secret)
})

it('The log has no id of a guest’s link, nor anything else that looks random, but names every other address', () => {
  const id = 'kR7vB2nXq9LmT4wZc1Yp'
  for (const path of [`/journey/${id}`, '/journey/short', `/journey/${id}/`, `/Journey/${id}/d2`])
    expect(hideSecrets(path)).toMatch(/^\/journey\/:id$/i)
  expect(hideSecrets(`/journey-documents/${id}/${id}`)).toBe('/journey-documents/:id')
  expect(hideSecrets(`/journeys/${id}/x`)).toBe('/journeys/:id/x')
  expect(hideSecrets(`/${id}`)).toBe('/:id')
  for (const path of [
    '/',
    '/journey',
    '/admin/journeys',
    '/functions/get-availability',
    '/functions/auth/end-session',
    '/booking/manage',
    '/assets/index-kR7vB2nXq9LmT4wZ.js',
    '/service/bespoke-planning',
    '/sw.js',
  ])
    expect(hideSecrets(path)).toBe(path)
})

it('The log has nothing of a query or hash that a mail program has encoded into the path', () => {
  for (const path of [
    `/auth/callback%23reset=${key}`,
    `/auth/callback%2523confirm=${key}`,
    `/auth/callback&num;confirm=eyJhbGciOi.${key}`,
    `/booking/manage%3Fid=Ab1&sig=${key}`,
    `/booking/manage%3Fid%3DAb1%26sig%3D${key}`,
    `/newsletter/confirm/%253fid=Ab1&sig=${key}`,
    `/functions/bookings-feed%3Ftoken=${key}`,
  ])
    expect(hideSecrets(path)).toMatch(/^(\/[a-z-]+){2}\/:id$/)
})

import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createMetricsServer } from '#server/http/metrics.ts'

it('The metrics answer only names of this machine, so that no web page can read them under its own name', async () => {
  const server = createMetricsServer(async () => 'up 1')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (host: string) => {
    const request = get({ host: '127.0.0.1', port, path: '/metrics', headers: { Host: host } })
    const [response] = await once(request, 'response')
    response.resume()
    return response.statusCode
  }
  for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]:9'])
    expect(await ask(host)).toBe(200)
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '10.0.0.1'])
    expect(await ask(host), host).toBe(421)
  server.close()
})

import pg from 'pg'
import { it } from 'vitest'
import { buildBookingFields } from '#tests/support/forms.ts'
import { startSite } from '#tests/support/site.ts'
it('trace', async () => {
  process.env.REPEAT_WRITES = ''
  const site = await startSite()
  const seen = new Map<string, number>()
  const original = pg.Client.prototype.query
  // biome-ignore lint: temporary
  ;(pg.Client.prototype as any).query = function (this: any, ...args: any[]) {
    const text = (typeof args[0] === 'string' ? args[0] : args[0]?.text) as string
    const p = (original as any).apply(this, args)
    p?.catch?.((e: any) => { const k = `${e.code} ${e.message} | ${e.detail ?? ''} | ${String(e.where ?? '').slice(0, 150)} | ${text.slice(0, 60).replace(/\s+/g, ' ')}`; seen.set(k, (seen.get(k) ?? 0) + 1) })
    return p
  }
  const open = await (await site.get('/functions/get-availability?service=initial-consultation&from=2026-12-01&to=2027-01-20')).json()
  const starts = [...new Set(JSON.stringify(open).match(/20\d\d-\d\d-\d\dT[0-9:.]+Z/g))]
  const answers = await Promise.all(starts.slice(0, 150).filter((_, i) => i % 3 === 0).map((start, i) => site.post(buildBookingFields({ start, email: `a${i}@example.com` }))))
  const count: Record<number, number> = {}
  for (const { status } of answers) count[status] = (count[status] ?? 0) + 1
  console.log(JSON.stringify(count), starts.length, [...seen].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([k, n]) => `${n} ${k}`).join('\n'), site.db.lockRetries)
  await site.close()
}, 100000)

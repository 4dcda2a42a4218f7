import type { Answers } from './answers.ts'
import { NOW } from './calendar-settings.tsx'

/** A push, as far as tests look into it. */
export interface Sent {
  mutations: { mid: number; op: string; update?: object; set?: object; baseVersion?: number }[]
}

/** The server's half of an exchange: it takes all work, and says of a schedule what is given. */
export function exchanging(
  said: (update: object) => object,
  record = { rev: 0, data: {} },
): Answers {
  const page = {
    epoch: 'e',
    schema: 1,
    serverTime: '2026-11-24T07:32:00.000Z',
    lastMid: 0,
    horizon: 0,
  }
  const rowNow = () => {
    const { rev, data } = record
    return { coll: 'schedule', id: 'weekly', rev, seq: rev, data, createdAt: NOW, updatedAt: NOW }
  }
  const applied = (set: object) => {
    record = { rev: record.rev + 1, data: { ...record.data, ...set } }
    return { status: 'applied' }
  }
  return {
    'sync-pull': () => {
      const changes = record.rev > 0 ? [rowNow()] : []
      return [200, { ...page, next: record.rev, more: false, changes }]
    },
    'sync-push': ({ body }) => {
      const { mutations } = body as Sent
      const results = mutations.map(({ mid, op, update = {}, set = {} }) => {
        const result = op === 'publish' ? said(update) : applied(set)
        return { mid, ...result, row: rowNow() }
      })
      return [200, { results, ackedThrough: mutations.at(-1)?.mid ?? 0 }]
    },
  }
}

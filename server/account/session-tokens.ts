import { kyselyAdapter } from '@better-auth/kysely-adapter'
import type { BetterAuthOptions } from 'better-auth'
import type { Database } from '#server/db/database.ts'
import { fingerprint } from '#server/lib/ids.ts'

type Adapter = ReturnType<ReturnType<typeof kyselyAdapter>>
type Condition = NonNullable<Parameters<Adapter['count']>[0]['where']>[number]

const MODEL = 'session'
const FIELD = 'token'

/**
 * The library's own access to the database, except that a session's token is stored as its
 * fingerprint. The library gets the token back only where it brought it: lists have fingerprints,
 * and no fingerprint finds a session.
 */
export function hashedSessionTokens(db: Database): (options: BetterAuthOptions) => Adapter {
  return (options) => {
    const plain = kyselyAdapter(db.forLibrary(), { type: 'sqlite' })(options)
    return {
      ...plain,
      create: async (order) => {
        const token = tokenOf(order.model, order.data)
        if (token === undefined) return plain.create(order)
        const data = { ...order.data, [FIELD]: fingerprint(token) }
        return withToken(await plain.create({ ...order, data }), token)
      },
      findOne: async (order) => withToken(await plain.findOne(hashed(order)), asked(order)),
      update: async (order) => withToken(await plain.update(hashed(order)), asked(order)),
      findMany: (order) => plain.findMany(hashed(order)),
      count: (order) => plain.count(hashed(order)),
      updateMany: (order) => plain.updateMany(hashed(order)),
      delete: (order) => plain.delete(hashed(order)),
      deleteMany: (order) => plain.deleteMany(hashed(order)),
      consumeOne: (order) => plain.consumeOne(hashed(order)),
      incrementOne: (order) => plain.incrementOne(hashed(order)),
    }
  }
}

interface Order {
  model: string
  where?: Condition[] | undefined
}

function hashed<Some extends Order>(order: Some): Some {
  if (order.model !== MODEL || !order.where) return order
  return { ...order, where: order.where.map(hashedCondition) }
}

function hashedCondition(condition: Condition): Condition {
  const { field, value } = condition
  if (field !== FIELD) return condition
  return { ...condition, value: Array.isArray(value) ? value.map(hashOf) : hashOf(value) }
}

function hashOf(token: unknown): string {
  return fingerprint(String(token))
}

/** The one token that an order names. */
function asked({ model, where = [] }: Order): string | undefined {
  const named = model === MODEL ? where.find(({ field }) => field === FIELD)?.value : undefined
  return typeof named === 'string' ? named : undefined
}

function tokenOf(model: string, data: object): string | undefined {
  const token: unknown = model === MODEL ? Reflect.get(data, FIELD) : undefined
  return typeof token === 'string' ? token : undefined
}

function withToken<Row>(row: Row, token: string | undefined): Row {
  return row && token !== undefined ? { ...row, [FIELD]: token } : row
}

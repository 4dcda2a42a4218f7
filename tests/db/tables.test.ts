import fs from 'node:fs'
import os from 'node:os'
import Sqlite from 'better-sqlite3'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { migrateSqlite } from '#server/db/migrations/migrate.ts'
import { roles } from '#shared/account/session-api.ts'
import { locationKinds } from '#shared/booking/meeting-location.ts'
import { overCapReasons } from '#shared/booking/status.ts'
import { consentKinds } from '#shared/privacy/consents.ts'

interface Column {
  type: string
  isNullable: boolean
  /** Whether a statement may insert a row without it. */
  isGenerated: boolean
}

type Columns = Record<string, Column>

/** Tables of better-auth, whose row types have only the columns that our own statements use. */
const librarysTables = ['user', 'session', 'account', 'verification', 'passkey', 'two_factor']

const described = readRowTypes(['tables.ts', 'tables-payment.ts', 'tables-sync.ts'])
const migrated = readSchema()

test('Each table has a row type', () => {
  const others = Object.keys(migrated).filter((table) => !/^sqlite_/.test(table))
  expect(Object.keys(described).sort()).toEqual(others.sort())
})

test.each(Object.keys(described))('The row type of %s is that of its table', (table) => {
  const columns = Object.entries(migrated[table] ?? {}).filter(
    ([name]) => !librarysTables.includes(table) || described[table]?.[name],
  )
  const shape = ({ type, isNullable }: Column) => ({ type, isNullable })
  const shapes = (all: [string, Column][]) => all.map(([name, column]) => [name, shape(column)])
  expect(Object.fromEntries(shapes(Object.entries(described[table] ?? {})))).toEqual(
    Object.fromEntries(shapes(columns)),
  )
  const leftOut = Object.entries(described[table] ?? {}).filter(([, one]) => one.isGenerated)
  expect(leftOut.filter(([name]) => !migrated[table]?.[name]?.isGenerated)).toEqual([])
})

test('A check of a table permits the values that its type names', () => {
  const lists: Record<string, readonly string[]> = {
    'user.role': roles,
    'consent_change.kind': consentKinds,
    'service_place.place': locationKinds,
    'booking.place': locationKinds,
    'booking.over_cap': overCapReasons,
  }
  const checks = openSchema()
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table'",
    )
    .all()
    .flatMap(({ name, sql }) =>
      [...sql.matchAll(/CHECK \((\w+) IN \(([^)]*'[^)]*)\)\)/g)].map(([, column, values = '']) => [
        `${name}.${column}`,
        [...values.matchAll(/'([^']*)'/g)].map(([, value]) => value).sort(),
      ]),
    )
  expect(Object.fromEntries(checks)).toEqual(
    Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list].sort()])),
  )
})

function openSchema(): Sqlite.Database {
  const sqlite = new Sqlite(':memory:')
  migrateSqlite(sqlite, os.tmpdir())
  return sqlite
}

function readSchema(): Record<string, Columns> {
  const sqlite = openSchema()
  const tables = sqlite.pragma('table_list') as { name: string; type: string }[]
  return Object.fromEntries(
    tables
      .filter(({ type }) => type === 'table')
      .map(({ name }) => [name, readColumns(sqlite, name)]),
  )
}

function readColumns(sqlite: Sqlite.Database, table: string): Columns {
  const columns = sqlite.pragma(`table_info("${table}")`) as {
    name: string
    type: string
    notnull: number
    dflt_value: string | null
    pk: number
  }[]
  return Object.fromEntries(
    columns.map(({ name, type, notnull, dflt_value, pk }) => [
      name,
      {
        type,
        isNullable: notnull === 0 && pk === 0,
        isGenerated: dflt_value !== null || (type === 'INTEGER' && pk === 1),
      },
    ]),
  )
}

/** The columns of each member of the interfaces called `…Tables`. */
function readRowTypes(files: readonly string[]): Record<string, Columns> {
  const interfaces = new Map<string, ESTree.TSInterfaceDeclaration>()
  for (const file of files) {
    const { program } = parseSync(file, fs.readFileSync(`server/db/${file}`, 'utf8'))
    for (const node of program.body) {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
      if (declared?.type === 'TSInterfaceDeclaration') interfaces.set(declared.id.name, declared)
    }
  }
  const tables = [...interfaces].flatMap(([name, { body }]) =>
    name.endsWith('Tables') ? listMembers(body.body) : [],
  )
  return Object.fromEntries(
    tables.map(([table, type]) => {
      const members =
        type.type === 'TSTypeLiteral'
          ? type.members
          : (interfaces.get(getReference(type) ?? '')?.body.body ?? [])
      return [
        table,
        Object.fromEntries(listMembers(members).map(([name, is]) => [name, toColumn(is)])),
      ]
    }),
  )
}

function listMembers(members: readonly ESTree.TSSignature[]): [string, ESTree.TSType][] {
  return members.flatMap((member) => {
    if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return []
    return member.typeAnnotation ? [[member.key.name, member.typeAnnotation.typeAnnotation]] : []
  })
}

function toColumn(type: ESTree.TSType): Column {
  if (getReference(type) === 'Generated' && type.type === 'TSTypeReference') {
    const [inner] = type.typeArguments?.params ?? []
    if (inner) return { ...toColumn(inner), isGenerated: true }
  }
  const parts = type.type === 'TSUnionType' ? type.types : [type]
  const [first] = parts.filter((part) => part.type !== 'TSNullKeyword')
  return {
    type: first ? getSqlType(first) : '',
    isNullable: parts.some((part) => part.type === 'TSNullKeyword'),
    isGenerated: false,
  }
}

/** A named type other than `Buffer` is a union of texts. */
function getSqlType(type: ESTree.TSType): string {
  if (type.type === 'TSNumberKeyword') return 'INTEGER'
  if (type.type === 'TSLiteralType' && 'value' in type.literal)
    return typeof type.literal.value === 'number' ? 'INTEGER' : 'TEXT'
  return getReference(type) === 'Buffer' ? 'BLOB' : 'TEXT'
}

function getReference(type: ESTree.TSType): string | undefined {
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier'
    ? type.typeName.name
    : undefined
}

import type { ClientEdit, ClientView } from '#client/book/store/types.ts'
import { type Client, type ClientField, clientOf, emptyClient } from '#shared/clients/fields.ts'
import { sameValue } from '#shared/sync/values.ts'

/** An unsaved form: the values it started from, and its current values. */
export interface ClientDraft {
  base: Client
  rev: number
  fields: Client
}

export const NEW_DRAFT = 'client:new'

export function draftKey(id: string): string {
  return `client:${id}`
}

export function newDraft(prefill: Partial<Client> = {}): ClientDraft {
  return { base: emptyClient, rev: 0, fields: { ...emptyClient, ...prefill } }
}

export function draftOf({ client, rev }: ClientView, set: Partial<Client> = {}): ClientDraft {
  return { base: client, rev, fields: { ...client, ...set } }
}

/** Reads a stored draft, possibly from an earlier version of the site; undefined if it is none. */
export function readKept(kept: unknown): ClientDraft | undefined {
  if (typeof kept !== 'object' || kept === null || !('fields' in kept)) return undefined
  const { base, rev, fields } = kept as ClientDraft
  return { base: clientOf({ ...base }), rev, fields: clientOf({ ...fields }) }
}

/** The edit with only the changed fields, and their base. */
export function editOf({ base, rev, fields }: ClientDraft): ClientEdit {
  const changed = changedFields(base, fields)
  return { base: pick(base, changed), set: pick(fields, changed), rev }
}

export function isChanged({ base, fields }: ClientDraft): boolean {
  return changedFields(base, fields).length > 0
}

function changedFields(base: Client, fields: Client): ClientField[] {
  const names = Object.keys(fields) as ClientField[]
  return names.filter((name) => !sameValue(base[name], fields[name]))
}

function pick(client: Client, names: readonly ClientField[]): Partial<Client> {
  return Object.fromEntries(names.map((name) => [name, client[name]]))
}

import type { ClientEdit, ClientView } from '#client/data/store/types.ts'
import {
  type Client,
  type ClientField,
  emptyClient,
  toClient,
} from '#shared/clients/client-fields.ts'
import { isSameValue } from '#shared/lib/values/value-equality.ts'

/** An unsaved form: the values it started from, and its current values. */
export interface ClientDraft {
  base: Client
  rev: number
  fields: Client
}

export const NEW_DRAFT_KEY = 'client:new'

export function getDraftKey(id: string): string {
  return `client:${id}`
}

export function createDraft(prefill: Partial<Client> = {}): ClientDraft {
  return { base: emptyClient, rev: 0, fields: { ...emptyClient, ...prefill } }
}

export function toDraft({ client, rev }: ClientView, set: Partial<Client> = {}): ClientDraft {
  return { base: client, rev, fields: { ...client, ...set } }
}

/** Reads a stored draft, possibly from an earlier version of the site; undefined if it is not a draft. */
export function parseDraft(stored: unknown): ClientDraft | undefined {
  if (typeof stored !== 'object' || stored === null || !('fields' in stored)) return undefined
  const { base, rev, fields } = stored as ClientDraft
  return { base: toClient({ ...base }), rev, fields: toClient({ ...fields }) }
}

/** The edit with only the changed fields, and their base. */
export function toClientEdit({ base, rev, fields }: ClientDraft): ClientEdit {
  const changed = getChangedFields(base, fields)
  return { base: pickFields(base, changed), set: pickFields(fields, changed), rev }
}

export function isChanged({ base, fields }: ClientDraft): boolean {
  return getChangedFields(base, fields).length > 0
}

function getChangedFields(base: Client, fields: Client): ClientField[] {
  const names = Object.keys(fields) as ClientField[]
  return names.filter((name) => !isSameValue(base[name], fields[name]))
}

function pickFields(client: Client, names: readonly ClientField[]): Partial<Client> {
  return Object.fromEntries(names.map((name) => [name, client[name]]))
}

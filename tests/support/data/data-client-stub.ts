import type { CachedAnswer } from '#client/data/store/schema.ts'
import type { DataSnapshot, DataState } from '#client/data/store/types.ts'
import type { Change } from '#shared/sync/protocol.ts'
import type { ReadOnlyChange } from '#shared/sync/read-only-collections.ts'
import { DataDevice, type OpenData } from './data-device.ts'

const openingState: DataState = {
  phase: 'opening',
  sync: 'idle',
  isUnreachable: false,
  clients: 0,
  pending: 0,
  conflicts: 0,
  rejected: 0,
  syncedAt: undefined,
  clockSkew: 0,
  progress: undefined,
  missing: 0,
}

let openData: OpenData | undefined
let snapshot: DataSnapshot = { version: 0, state: openingState }
const listeners = new Set<() => void>()

/** Opens a device with these clients and journeys, for components that ask `data-client.ts` for its data. */
export async function openDataInPage(
  clients: Change[],
  others: Change[] = [],
  readOnly: ReadOnlyChange[] = [],
): Promise<OpenData> {
  const device = new DataDevice()
  await device.storePage(1, clients)
  await device.storeRows(others)
  await device.storeReadOnly(readOnly)
  if (readOnly.length > 0) await device.markSynced()
  const data = device.openTab()
  await provideOpenData(data)
  return data
}

export async function provideOpenData(data: OpenData): Promise<void> {
  openData = data
  await data.sync.watch((next) => {
    // The data of an earlier test may still send news.
    if (openData !== data) return
    snapshot = next
    for (const changed of listeners) changed()
  })
}

const getOpenData = (): OpenData => {
  if (!openData) throw new Error('No data is open. Open some in the test first.')
  return openData
}

const ifOpen = async <T>(run: (data: OpenData) => Promise<T>): Promise<T | undefined> =>
  openData && run(openData).catch(() => undefined)

/** Replaces the module that talks to the worker: `vi.mock('…/data-client.ts', …)`. */
export const dataClientStub = {
  getData: getOpenData,
  callData: async <T>(_userId: string, run: (data: OpenData) => Promise<T>) => run(getOpenData()),
  readDraft: (key: string) => ifOpen(({ drafts }) => drafts.get(key)),
  storeDraft: async (key: string, draft: unknown) =>
    (await ifOpen(async ({ drafts }) => drafts.put(key, draft).then(() => true))) ?? false,
  readCached: (_userId: string, key: string) => ifOpen(({ cache }) => cache.get(key)),
  storeCached: async (_userId: string, answer: CachedAnswer) =>
    (await ifOpen(async ({ cache }) => cache.put(answer).then(() => true))) ?? false,
  readDeviceId: () => ifOpen(async ({ device }) => (await device.get()).id),
  getDataSnapshot: () => snapshot,
  waitForData: async () => undefined,
  subscribeToData: (changed: () => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  },
}

/**
 * The same for pages that read and write at once: each call begins in a task of its own, as in a
 * worker. In one task the page's reads would become a part of the worker's transaction.
 */
export const remoteDataStub = {
  ...dataClientStub,
  getData: () =>
    new Proxy(getOpenData(), { get: (data, name) => toRemotePart(Reflect.get(data, name)) }),
}

function toRemotePart(part: object) {
  return new Proxy(part, {
    get: (methods, name) => {
      const method = Reflect.get(methods, name) as unknown
      if (typeof method !== 'function') return method
      const run = async (input: unknown[]): Promise<unknown> => {
        await new Promise((resolve) => setTimeout(resolve))
        return Reflect.apply(method, methods, input)
      }
      return (...input: unknown[]) => {
        const call = run(input)
        const end = () => calls.delete(call)
        calls.add(call)
        call.then(end, end)
        return call
      }
    },
  })
}

const calls = new Set<Promise<unknown>>()

/**
 * Resolves when the calls of the page have ended, and those that follow them: a page writes what was typed
 * also after it has been left, which must not reach the device of the next test.
 */
export async function finishCalls(): Promise<void> {
  while (calls.size > 0) await Promise.allSettled(calls)
}

import { useState } from 'react'
import { getData, getDataSnapshot, waitForData } from '#client/data/data-client.ts'
import type { PersonRef, UnsyncedPersonalData } from '#client/data/store/types.ts'
import { clearQueryCache } from '#client/desk/queries/query-cache.ts'
import { systemClock } from '#client/lib/clock.ts'
import { type ApiRefusal, callEndpoint } from '#client/lib/data/api.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { erasePerson, findPerson, type PersonalDataSummary } from '#shared/privacy/api.ts'

export interface PersonSearchResult {
  summary: PersonalDataSummary
  /** What only this device has; undefined if it cannot be read or could not be erased. */
  unsynced: UnsyncedPersonalData[] | undefined
  /** UTC milliseconds. */
  searchedAt: number
  isErased: boolean
}

/** Finds a person's data by email address, and erases it; one request at a time. */
export function usePersonSearch(onDone: () => void) {
  const [found, setFound] = useState<PersonSearchResult>()
  const { busy, run } = useOneAtATime()
  const [failure, setFailure] = useState<{ refusal: ApiRefusal; email: string; erase: boolean }>()
  const request = async (email: string, erase: boolean) => {
    setFailure(undefined)
    if (erase) await syncPending()
    const answer = await callEndpoint(erase ? erasePerson : findPerson, { email })
    const here = answer.ok ? await readOrEraseUnsynced(answer.value, erase) : undefined
    if (!answer.ok) return setFailure({ refusal: answer.refusal, email, erase })
    setFound({ summary: answer.value, unsynced: here, searchedAt: systemClock(), isErased: erase })
    onDone()
    announce(erase ? 'This person was erased.' : 'The search has ended.')
  }
  return {
    found,
    busy,
    find: (email: string) => void run(() => request(email, false)),
    erase: (email: string) => void run(() => request(email, true)),
    refusal: failure?.refusal,
    wasErasing: failure?.erase ?? false,
    retry: () => {
      if (failure) void run(() => request(failure.email, failure.erase))
    },
    dismiss: () => setFailure(undefined),
  }
}

async function readOrEraseUnsynced({ email, clientIds: ids }: PersonalDataSummary, erase: boolean) {
  if (!erase) return readUnsyncedData({ email, ids })
  return (await eraseUnsyncedData({ email, ids })) ? [] : undefined
}

/**
 * What only this device has about a person; undefined if the local data cannot be opened or read.
 */
async function readUnsyncedData(person: PersonRef): Promise<UnsyncedPersonalData[] | undefined> {
  return (await isDataReady()) ? getData().privacy.read(person).catch(ignoreError) : undefined
}

/** Sends pending mutations before an erasure: the server would otherwise store them after it. */
async function syncPending(): Promise<void> {
  if (await isDataReady()) await getData().sync.run().catch(ignoreError)
}

/** Erases a person's data on this device. Resolves to whether that succeeded. */
async function eraseUnsyncedData(person: PersonRef): Promise<boolean> {
  clearQueryCache()
  if (!(await isDataReady())) return false
  return getData()
    .privacy.erase(person)
    .then(() => true)
    .catch(() => false)
}

async function isDataReady(): Promise<boolean> {
  await waitForData()
  return getDataSnapshot().state.phase === 'ready'
}

const ignoreError = () => undefined

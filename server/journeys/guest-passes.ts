import type { Database, Tx } from '#server/db/database.ts'
import { readEpochStart } from '#server/db/metadata.ts'
import type { Clock } from '#server/lib/clock.ts'
import { fingerprint, isSameSecret } from '#server/lib/ids.ts'
import { writeRecord } from '#server/sync/batch-records.ts'
import { findLinkState, findRecord, type StoredRecord } from '#server/sync/store.ts'
import {
  type GuestPassData,
  type PassSeen,
  toGuestPassData,
} from '#shared/journeys/journey-fields.ts'
import { findPassesToEmpty } from './store.ts'

export interface JourneyParts {
  db: Database
  clock: Clock
}

interface OpenPass {
  record: StoredRecord
  pass: GuestPassData
}

/**
 * The pass behind a link; undefined if there is none, it is closed or has ended, or its journey is deleted or
 * has another link. Each of these takes the same queries, of a few fields, so that the response time does not
 * reveal which one it is; only the copy behind an open link is read.
 */
export async function findOpenPass(tx: Tx, id: string, now: number): Promise<OpenPass | undefined> {
  const { isCurrent, isJourneyDeleted } = await readLink(tx, id, now)
  if (!isCurrent || isJourneyDeleted) return undefined
  const record = (await findRecord(tx, 'guest-pass', id))?.record
  return record && { record, pass: toGuestPassData(record.data) }
}

async function readLink(tx: Tx, id: string, now: number) {
  const state = await findLinkState(tx, 'guest-pass', id)
  const journeyId = state?.journey ?? ''
  const journey = await findLinkState(tx, 'journey', journeyId)
  const keys = await findLinkState(tx, 'journey-keys', journeyId)
  const isOpen = state?.hasCopy && !state.isDeleted && !state.closed && (state.endsAt ?? 0) > now
  return {
    // The pass counts while the server does not know the journey or its link.
    isCurrent: isOpen === true && (keys?.link || id) === id,
    isJourneyDeleted: journey?.isDeleted ?? false,
    proof: state?.proof ?? '',
  }
}

/**
 * Whether a link would be open if its journey were restored, for a device that proves to have the copy: it hides the copy
 * instead of erasing it.
 */
export async function isWithdrawn(
  tx: Tx,
  { id, token }: { id: string; token: string },
  now: number,
): Promise<boolean> {
  const { isCurrent, isJourneyDeleted, proof } = await readLink(tx, id, now)
  // A pass without a proof has none that a token fits.
  return isSameSecret(fingerprint(token), proof) && isCurrent && isJourneyDeleted
}

/**
 * How long after a restore no guest is told that a link leads nowhere, ms. Otherwise their phones would erase
 * a copy whose pass the restored server lacks until the owner's devices have synced.
 */
const RESTORE_GRACE = 7 * 86_400_000

/** Whether a restored server may lack passes that were published. */
export async function mayLackPasses(tx: Tx, now: number): Promise<boolean> {
  return now - (await readEpochStart(tx, now)) < RESTORE_GRACE
}

/** Shortest time between two recorded openings of a pass, ms. */
const SEEN_INTERVAL = 60_000

export type SeenReport = Pick<PassSeen, 'version' | 'device'> & { id: string; token: string }

/** Records that a guest opened a pass, as a change that the owner's devices pull. */
export async function noteSeen({ db, clock }: JourneyParts, report: SeenReport): Promise<void> {
  const now = clock()
  const isDue = async (tx: Tx) => {
    const found = await findOpenPass(tx, report.id, now)
    if (!found || now - (found.pass.seen?.lastAt ?? 0) < SEEN_INTERVAL) return undefined
    // A pass without a proof has none that a token fits.
    return isSameSecret(fingerprint(report.token), found.pass.seenProof) ? found : undefined
  }
  // Anybody can call this often, and unnecessary writes would delay others.
  if (!(await isDue(db.read))) return
  await db.write(async (tx) => {
    const found = await isDue(tx)
    if (!found) return
    const { version, seen } = found.pass
    const noted: PassSeen = {
      firstAt: seen?.firstAt ?? now,
      lastAt: now,
      version: Math.min(report.version, version),
      device: report.device,
    }
    await writeRecord(tx, toChangedPass(found.record, { seen: noted }, now))
  })
}

/**
 * A pass with changed fields. `revs` stays as it is, so that the server's changes never conflict with the
 * owner's edits, not even with a deletion by a device that has not pulled them.
 */
function toChangedPass(
  record: StoredRecord,
  set: Partial<GuestPassData>,
  now: number,
): StoredRecord {
  return { ...record, rev: record.rev + 1, data: { ...record.data, ...set }, updatedAt: now }
}

/** Removes the copies behind links that are closed or have ended. */
export async function emptyEndedPasses({ db }: JourneyParts, now: number): Promise<void> {
  for (const id of await findPassesToEmpty(db.read, now))
    await db.write(async (tx) => {
      const record = (await findRecord(tx, 'guest-pass', id))?.record
      if (!record || record.deleted) return
      const { closed, endsAt } = toGuestPassData(record.data)
      if (closed || endsAt <= now)
        await writeRecord(tx, toChangedPass(record, { ciphertext: '', documents: [] }, now))
    })
}

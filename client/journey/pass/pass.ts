import { safeParse } from 'valibot'
import { measureClockSkew } from '#client/lib/clock.ts'
import { callEndpoint, isNetworkError } from '#client/lib/data/api.ts'
import { decryptJson, importKey } from '#client/lib/encrypt.ts'
import { getGuestPass, NO_PASS_YET, WITHDRAWN } from '#shared/journeys/api.ts'
import { type CopyChange, compareCopies, GuestCopy } from '#shared/journeys/guest-copy.ts'
import { toPassContext } from '#shared/journeys/link.ts'
import { getTrueTime, type SavedPass } from './saved-pass.ts'

/** The server's answer about a pass, or why there is none. */
export type PassAnswer =
  | {
      kind: 'found'
      version: number
      endsAt: number
      /** Undefined if the device has this version. */
      ciphertext?: string | undefined
      clock: ServerClock
    }
  /** Unknown, ended or closed. */
  | { kind: 'closed' }
  /** The owner has deleted the journey, and may restore it. */
  | { kind: 'withdrawn' }
  | { kind: 'offline' }
  /** An answer that is not about the pass: a busy server, or the sign-in page of a network. */
  | { kind: 'trouble' }
  /** A restored server may lack the pass until the owner's devices bring it back. */
  | { kind: 'not yet' }

interface ServerClock {
  checkedAt: number
  clockSkew: number
}

/** Fetches the newest copy, without its content if this device has it. `now`: by this device's clock. */
export async function fetchPass(
  id: string,
  known: OpenPass | undefined,
  now: number,
): Promise<PassAnswer> {
  const token = known?.copy.seenToken
  const have = known?.pass.version
  const answer = await callEndpoint(getGuestPass, { id, have, ...(token && { token }) })
  if (answer.ok) {
    const { now: serverTime, ...found } = answer.value
    const clockSkew = measureClockSkew(serverTime, now)
    return { kind: 'found', ...found, clock: { clockSkew, checkedAt: now + clockSkew } }
  }
  const { status, code } = answer.refusal
  if (isNetworkError(answer.refusal)) return { kind: 'offline' }
  if (code === NO_PASS_YET) return { kind: 'not yet' }
  if (code === WITHDRAWN) return { kind: 'withdrawn' }
  return status === 404 && code === 'not_found' ? { kind: 'closed' } : { kind: 'trouble' }
}

/** Imports the key of a link as a non-extractable key; undefined if the text is no key. */
export async function importLinkKey(text: string): Promise<CryptoKey | undefined> {
  try {
    return await importKey(text)
  } catch {
    return undefined
  }
}

/** Decrypts a copy; undefined if the key is wrong or the content is not a copy. */
export async function openCopy(
  key: CryptoKey,
  id: string,
  ciphertext: string,
): Promise<GuestCopy | undefined> {
  try {
    const parsed = safeParse(GuestCopy, await decryptJson(key, ciphertext, toPassContext(id)))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}

/** A pass with its decrypted copies. */
export interface OpenPass {
  pass: SavedPass
  key: CryptoKey
  copy: GuestCopy
  /** The copy that the guest has noted, if it is an older one. */
  noted?: GuestCopy
}

interface FirstOpening {
  id: string
  key: CryptoKey
  copy: GuestCopy
  answer: Extract<PassAnswer, { kind: 'found' }>
  ciphertext: string
  now: number
  homeZone: string
  /** The browser sends Global Privacy Control or Do Not Track. */
  asksForPrivacy: boolean
}

/** The pass of a link that is opened for the first time on this device. */
export function createPass(opening: FirstOpening): OpenPass {
  const { id, key, copy, answer, ciphertext, now, homeZone, asksForPrivacy } = opening
  const pass: SavedPass = {
    ...{ id, key, ciphertext, version: answer.version, endsAt: answer.endsAt },
    ...answer.clock,
    notedAt: answer.clock.checkedAt,
    changedAt: {},
    openings: 0,
    openedAt: now,
    homeZone,
    tellsOwner: !asksForPrivacy,
  }
  return { pass, key, copy }
}

/** Puts a newer copy into the pass, and marks what changed since the copy that the guest has noted. */
export function updatePass(
  open: OpenPass,
  copy: GuestCopy,
  { version, ciphertext }: { version: number; ciphertext: string },
): OpenPass {
  const { pass, key } = open
  const noted = open.noted ?? open.copy
  const notedCiphertext = pass.notedCiphertext ?? pass.ciphertext
  const { notedCiphertext: _before, ...rest } = pass
  const changes = compareCopies(noted, copy)
  const isNoted = changes.length === 0
  return {
    key,
    copy,
    ...(isNoted ? {} : { noted }),
    pass: {
      ...rest,
      ...{ ciphertext, version },
      ...(isNoted ? {} : { notedCiphertext }),
      changedAt: listChangeTimes(changes, { open, copy }),
    },
  }
}

/** When each item changed: for one that changed again the time of this copy, for others as before. */
function listChangeTimes(
  changes: readonly CopyChange[],
  { open, copy }: { open: OpenPass; copy: GuestCopy },
): Record<string, number> {
  const again = new Set(listChangedItems(compareCopies(open.copy, copy)))
  return Object.fromEntries(
    listChangedItems(changes).map((id) => [
      id,
      (again.has(id) ? undefined : open.pass.changedAt[id]) ?? copy.publishedAt,
    ]),
  )
}

function listChangedItems(changes: readonly CopyChange[]): string[] {
  return changes.flatMap((change) => (change.kind === 'journey' ? [] : [change.item.id]))
}

/** The guest has read what changed. */
export function notePass({ pass, key, copy }: OpenPass, now: number): OpenPass {
  const { notedCiphertext: _before, ...rest } = pass
  return { key, copy, pass: { ...rest, notedAt: getTrueTime(pass, now), changedAt: {} } }
}

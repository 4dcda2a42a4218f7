import { safeParse } from 'valibot'
import { callEndpoint, isNetworkError } from '#client/lib/data/api.ts'
import { decryptJson, importKey } from '#client/lib/encrypt.ts'
import { getGuestPass } from '#shared/journeys/api.ts'
import { type CopyChange, compareCopies, GuestCopy } from '#shared/journeys/guest-copy.ts'
import { toPassContext } from '#shared/journeys/link.ts'
import { getTrueTime, type SavedPass } from './saved-pass.ts'

/** What the server answered about a pass, or that it did not. */
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
  | { kind: 'offline' }
  /** An answer that is not about the pass: a busy server, or the sign-in page of a network. */
  | { kind: 'trouble' }

interface ServerClock {
  checkedAt: number
  clockSkew: number
}

/** Differences up to this are the network's, ms. */
const CLOCK_TOLERANCE = 60_000

/** Fetches the newest copy; without its content if it is `have`. `now`: this device's clock. */
export async function fetchPass(
  id: string,
  have: number | undefined,
  now: number,
): Promise<PassAnswer> {
  const answer = await callEndpoint(getGuestPass, { id, have })
  if (answer.ok) {
    const { now: serverTime, ...found } = answer.value
    return { kind: 'found', ...found, clock: compareClocks(serverTime, now) }
  }
  const { status, code } = answer.refusal
  if (isNetworkError(answer.refusal)) return { kind: 'offline' }
  return status === 404 && code === 'not_found' ? { kind: 'closed' } : { kind: 'trouble' }
}

function compareClocks(serverTime: number, now: number): ServerClock {
  const skew = serverTime - now
  const clockSkew = Math.abs(skew) > CLOCK_TOLERANCE ? skew : 0
  return { clockSkew, checkedAt: now + clockSkew }
}

/** The key of a link, which cannot be read again; undefined if the text is no key. */
export async function importLinkKey(text: string): Promise<CryptoKey | undefined> {
  try {
    return await importKey(text)
  } catch {
    return undefined
  }
}

/** Decrypts a copy; undefined if the key is another's, or the content is not a copy. */
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

/** A pass whose copies are decrypted. */
export interface OpenPass {
  pass: SavedPass
  key: CryptoKey
  copy: GuestCopy
  /** The copy that the guest has noted, if that is an older one. */
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
  /** The browser asks sites not to tell about its person. */
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

/** The pass with a newer copy, in which the changes since the last noted one are marked. */
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

/** An item that changed again changed now; one that did not keeps its time. */
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

import type { JourneyState } from '#client/journey/state.ts'
import { createKey, importKey } from '#client/lib/encrypt.ts'
import type { GuestCopy } from '#shared/journeys/guest-copy.ts'
import { createSavedPass, DURING } from './guest-journey.ts'

/** A copy that a guest's phone has saved and shows. */
export async function createJourneyState(copy: GuestCopy): Promise<JourneyState> {
  const device = { kind: 'phone', zone: 'Europe/Oslo', isIos: false, isInstalled: false } as const
  return {
    open: { pass: createSavedPass('pass1'), key: await importKey(createKey()), copy },
    ...{ device: { ...device, asksForPrivacy: false }, now: DURING, place: '' },
    ...{ connection: 'online', plates: undefined, install: undefined, copied: undefined },
    ...{ notice: undefined, asksRemoval: false },
    ...{
      storage: 'saved',
      documentState: { stored: new Map(), isFetching: false, failed: new Map() },
    },
  }
}

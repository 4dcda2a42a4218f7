import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetOwner } from '#client/book/forget-owner.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import { BookWorker } from './book-worker.ts'

/** Who signed in on this device. */
export const astrid = {
  id: 'u1',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  secondFactor: false,
} as const

/** As the book leaves it where it was opened once: pages read and write in it, and make none. */
export async function makeOwnersStore(userId: string): Promise<void> {
  const db = new OwnerDatabase(userId)
  await db.open()
  db.close()
}

/** For a file of tests of what stands at the desk: each on a device of hers, of which nothing is left after it. */
export function eachOnOwnersDevice(): void {
  beforeEach(async () => {
    vi.stubGlobal('Worker', BookWorker)
    await makeOwnersStore(astrid.id)
    rememberAccount(astrid)
  })

  afterEach(async () => {
    cleanup()
    await forgetOwner()
  })
}

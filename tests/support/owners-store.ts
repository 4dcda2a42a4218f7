import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetOwner } from '#client/book/forget-owner.ts'
import { OwnerDatabase } from '#client/book/store/database.ts'
import { rememberAccount } from '#client/lib/data/account-here.ts'
import { BookWorker } from './book-worker.ts'

/** The owner who signed in on this device. */
export const astrid = {
  id: 'u1',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  secondFactor: false,
} as const

/** Creates the owner's database as the client book does; pages use it but never create it. */
export async function makeOwnersStore(userId: string): Promise<void> {
  const db = new OwnerDatabase(userId)
  await db.open()
  db.close()
}

/** Runs each test of the file on a device where the owner is signed in, and wipes it afterwards. */
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

import { afterEach, beforeEach, vi } from 'vitest'
import { OwnerDatabase } from '#client/data/store/database.ts'
import { wipeOwnerData } from '#client/data/wipe-owner-data.ts'
import { storeAccount } from '#client/lib/data/stored-account.ts'
import { FakeDataWorker } from './fake-data-worker.ts'

/** The owner who signed in on this device. */
export const astrid = {
  id: 'u1',
  name: 'Astrid Dahl',
  email: 'astrid@lysning.example',
  role: 'owner',
  hasSecondFactor: false,
} as const

/** Creates the owner's database as the client book does; pages use it but never create it. */
export async function createOwnerStore(userId: string): Promise<void> {
  const db = new OwnerDatabase(userId)
  await db.open()
  db.close()
}

/** Runs each test of the file on a device where the owner is signed in, and wipes it afterwards. */
export function setUpOwnerDevice(): void {
  beforeEach(async () => {
    vi.stubGlobal('Worker', FakeDataWorker)
    await createOwnerStore(astrid.id)
    storeAccount(astrid)
  })

  afterEach(async () => {
    await wipeOwnerData()
  })
}

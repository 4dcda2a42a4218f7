import { getData, storeDraft } from '#client/data/data-client.ts'
import { systemClock } from '#client/lib/clock.ts'
import { announce } from '#client/ui/announcer.tsx'
import { BACKUP_KEY, encryptBackup, importAndBackUp } from './legacy-clients-backup.ts'

export { removeBackup } from './legacy-clients-backup.ts'

/**
 * Imports the old clients into the client book. With a passphrase set, the copy of the old list
 * moves from localStorage to the encrypted drafts.
 */
export async function importLegacyClients(isEncrypted: boolean): Promise<void> {
  const take = (storedList: string) => getData().files.importLegacyClients(storedList)
  const result = await importAndBackUp(localStorage, take, systemClock)
  if (isEncrypted) await encryptBackup(localStorage, (backup) => storeDraft(BACKUP_KEY, backup))
  if (result?.added) announce(`${result.added} clients of the site’s old version are in your list.`)
}

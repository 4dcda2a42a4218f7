import { useNavigate } from 'react-router-dom'
import { Box } from '../../desk/box.tsx'
import { DeskButton } from '../../desk/desk-button.tsx'
import { SyncIcon } from '../../desk/desk-icons.tsx'
import { Iconed } from '../../desk/iconed.tsx'
import { LeaveDialog } from '../../desk/leave-dialog.tsx'
import { LockIcon } from '../../desk/lock-icons.tsx'
import { useOwnerHere } from '../../desk/owner-here.ts'
import { Status } from '../../desk/status.tsx'
import { useLeave } from '../../desk/use-leave.ts'
import { useMinute } from '../../desk/use-minute.ts'
import { book } from '../../offline/crm/page-book.ts'
import type { BookState } from '../../offline/crm/types.ts'
import { lock } from '../../offline/seal/page-seal.ts'
import { canSeal } from '../../offline/seal/passphrase.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { syncedWords } from '../synced-words.ts'
import { DeviceName } from './device-name.tsx'
import { countWords, sizeWords } from './device-words.ts'
import { PassphraseRow, useSealed } from './passphrase-row.tsx'
import rows from './rows.module.css'
import styles from './this-device.module.css'
import type { Device } from './use-device.ts'
import { useStorage } from './use-storage.ts'

/** Bytes; of less nobody need hear. */
const LEAST = 1000

interface ThisDeviceProps {
  state: BookState
  device: Device
  signOut: () => Promise<void>
}

/** What this device keeps, what it has not sent yet, and how to take all of it away. */
export function ThisDevice({ state, device, signOut }: ThisDeviceProps) {
  const navigate = useNavigate()
  const userId = useOwnerHere()?.userId ?? ''
  const sealed = useSealed(userId)
  const leaving = useLeave(async () => {
    await signOut()
    announce('You are signed out, and nothing is kept on this device.')
    void navigate('/')
  })
  return (
    <Box
      title="This device"
      aside={device.view?.name}
      foot={
        <>
          {sealed ? (
            <Button small variant="ghost" onClick={() => lock(userId)}>
              <Iconed>
                <LockIcon />
                Lock now
              </Iconed>
            </Button>
          ) : null}
          <Button small variant="danger" onClick={leaving.ask}>
            Remove all data from this device
          </Button>
        </>
      }
    >
      <div className={rows.rows}>
        <KeptRow state={state} device={device} />
        <WaitingRow state={state} />
        {canSeal() ? <PassphraseRow userId={userId} ready={state.phase === 'ready'} /> : null}
        <StorageRow />
        {device.view ? <DeviceName name={device.view.name} onRename={device.rename} /> : null}
      </div>
      <LeaveDialog of={leaving} />
    </Box>
  )
}

function KeptRow({ state, device: { view } }: Pick<ThisDeviceProps, 'state' | 'device'>) {
  const { used = 0 } = useStorage()
  const parts = [
    view?.bookings && countWords(view.bookings, 'booking'),
    view?.forms && countWords(view.forms, 'form'),
  ].filter(Boolean)
  const also = parts.length > 0 ? `Also ${parts.join(' and ')}` : 'With their notes and trips'
  const copies = used < LEAST ? also : `${also}, ${sizeWords(used)} in all`
  const unavailable = state.phase === 'unavailable'
  return (
    <div>
      <div>
        <b>
          {unavailable
            ? 'Nothing can be kept here'
            : `${countWords(state.clients, 'client')} kept here`}
        </b>
        <p>{unavailable ? 'This browser does not let the site store anything.' : copies}</p>
      </div>
      {unavailable ? null : <Status tone="ok">Available offline</Status>}
    </div>
  )
}

function WaitingRow({ state: { waiting, refused, sync, syncedAt } }: { state: BookState }) {
  const now = useMinute()
  const syncing = sync === 'syncing'
  const trouble = troubleWords[sync]
  return (
    <div>
      <div>
        <b>
          {waiting === 0
            ? 'Nothing waits to be synced'
            : `${countWords(waiting, 'change')} waiting`}
        </b>
        <p>{syncedAt === undefined ? 'Not synced yet' : syncedWords(syncedAt, now)}</p>
        {trouble ? <p className={styles.trouble}>{trouble}</p> : null}
        {refused > 0 ? (
          <p
            className={styles.trouble}
          >{`${countWords(refused, 'change')} could not be saved: see Clients.`}</p>
        ) : null}
      </div>
      <DeskButton variant="ghost" busy={syncing} onClick={() => void book().sync()}>
        {syncing ? (
          'Syncing…'
        ) : (
          <Iconed>
            <SyncIcon />
            Sync now
          </Iconed>
        )}
      </DeskButton>
    </div>
  )
}

const troubleWords: Partial<Record<BookState['sync'], string>> = {
  failed: 'The last try did not reach the server. It goes on by itself.',
  'signed out': 'Please sign in again: until then everything stays here.',
  'too old': 'This version of the site is too old to sync. Please reload.',
}

function StorageRow() {
  const { persistent, declined, ask } = useStorage()
  if (persistent === undefined) return null
  if (persistent)
    return (
      <div>
        <div>
          <b>Kept for good</b>
          <p>The browser does not clear this by itself.</p>
        </div>
      </div>
    )
  return (
    <div>
      <div>
        <b>May be cleared by the browser</b>
        <p role="status">
          {declined
            ? 'The browser did not agree. It often does once the site is installed.'
            : 'It may take the space back when the disk is full.'}
        </p>
      </div>
      <Button small variant="ghost" onClick={() => void ask()}>
        Keep for good
      </Button>
    </div>
  )
}

import { useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { getData } from '#client/data/data-client.ts'
import { isEncryptedOnDevice } from '#client/data/encryption/encrypted-flag.ts'
import { subscribeToLock } from '#client/data/encryption/lock-state.ts'
import { lock } from '#client/data/encryption/page-lock.ts'
import { canEncrypt } from '#client/data/encryption/passphrase.ts'
import type { DataState, DeviceView } from '#client/data/store/types.ts'
import { useDataState } from '#client/data/use-data.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, IconLabel } from '#client/desk/kit/desk-button.tsx'
import { formatLastSynced } from '#client/desk/kit/format-date-time.ts'
import { LockIcon, SyncIcon } from '#client/desk/kit/icons.tsx'
import { StatusBadge } from '#client/desk/kit/page/status-badge.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useNow } from '#client/desk/queries/use-now.ts'
import { FULL_TEXT } from '#client/desk/records/data-status.ts'
import { SignOutDialog, useSignOut } from '#client/desk/shell/sign-out-dialog.tsx'
import { useStoredOwner } from '#client/lib/data/stored-account.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { isStorageAvailable } from '#client/outbox/storage-available.tsx'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatCount, formatTenths, pluralize } from '#shared/lib/format-number.ts'
import styles from './crm-settings-page.module.css'
import { type PassphraseAction, PassphraseDialog } from './passphrase-dialog.tsx'

/** Sizes below this are not shown, bytes. */
const MIN_SHOWN_BYTES = 1000

interface ThisDeviceProps {
  state: DataState
  device: ThisDeviceState
  signOut: () => Promise<void>
}

/**
 * What is stored on this device and what is pending, with passphrase, name and removal of all data.
 */
export function ThisDevice({ state, device, signOut }: ThisDeviceProps) {
  const navigate = useNavigate()
  const userId = useStoredOwner()?.userId ?? ''
  const isEncrypted = useIsEncrypted(userId)
  const leaving = useSignOut(async () => {
    await signOut()
    announce('You are signed out, and your data is removed from this device.')
    void navigate('/')
  })
  return (
    <Box
      title="This device"
      aside={device.view?.name}
      foot={
        <>
          {isEncrypted ? (
            <Button small variant="ghost" onClick={() => lock(userId)}>
              <IconLabel>
                <LockIcon />
                Lock now
              </IconLabel>
            </Button>
          ) : null}
          <Button small variant="danger" onClick={leaving.confirm}>
            Remove all data from this device
          </Button>
        </>
      }
    >
      <div className={styles.rows}>
        <StoredDataRow state={state} device={device} />
        <PendingRow state={state} />
        {canEncrypt() ? <PassphraseRow userId={userId} ready={state.phase === 'ready'} /> : null}
        <PersistenceRow />
        {device.view ? <DeviceName name={device.view.name} onRename={device.rename} /> : null}
      </div>
      <SignOutDialog of={leaving} />
    </Box>
  )
}

export function StoredDataRow({
  state,
  device: { view },
}: Pick<ThisDeviceProps, 'state' | 'device'>) {
  const { usedBytes = 0 } = useStorageState()
  const parts = [
    view?.bookings && pluralize(view.bookings, 'booking'),
    view?.forms && pluralize(view.forms, 'form'),
  ].filter(Boolean)
  const also = parts.length > 0 ? `Also ${parts.join(' and ')}` : 'With their notes and trips'
  const copies = usedBytes < MIN_SHOWN_BYTES ? also : `${also}, ${formatBytes(usedBytes)} in all`
  const isStored = useAsync('store', isStorageAvailable).value !== false
  const unavailable = state.phase === 'unavailable' || !isStored
  return (
    <div>
      <div>
        <b className={kit.rowTitle}>
          {unavailable
            ? 'Nothing can be stored here'
            : state.phase === 'opening'
              ? 'Opening the data on this device…'
              : `${pluralize(state.clients, 'client')} on this device`}
        </b>
        <p className={type.note}>
          {unavailable ? 'This browser does not let the site store anything.' : copies}
        </p>
      </div>
      {unavailable ? null : <StatusBadge tone="ok">Available offline</StatusBadge>}
    </div>
  )
}

/** `1.4 MB` */
function formatBytes(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : ['MB', bytes / 1e6]
  return `${size < 10 ? formatTenths(size) : formatCount(size)} ${unit}`
}

function PendingRow({ state: { pending, rejected, sync, syncedAt } }: { state: DataState }) {
  const now = useNow()
  const syncing = sync === 'syncing'
  const errorText = syncErrorTexts[sync]
  return (
    <div>
      <div>
        <b className={kit.rowTitle}>
          {pending === 0 ? 'All changes synced' : `${pluralize(pending, 'change')} waiting`}
        </b>
        <p className={type.note}>
          {syncedAt === undefined ? 'Not synced yet' : formatLastSynced(syncedAt, now)}
        </p>
        {errorText ? <p className={`${type.note} ${styles.trouble}`}>{errorText}</p> : null}
        {rejected > 0 ? (
          <p
            className={`${type.note} ${styles.trouble}`}
          >{`${pluralize(rejected, 'change')} could not be saved: see Clients.`}</p>
        ) : null}
      </div>
      <DeskButton variant="ghost" busy={syncing} onClick={() => void getData().sync.run()}>
        {syncing ? (
          'Syncing…'
        ) : (
          <IconLabel>
            <SyncIcon />
            Sync now
          </IconLabel>
        )}
      </DeskButton>
    </div>
  )
}

const syncErrorTexts: Partial<Record<DataState['sync'], string>> = {
  full: FULL_TEXT,
  failed: 'The server could not be reached. It will try again by itself.',
  'signed out': 'Please sign in again. Until then, everything stays on this device.',
  'too old': 'This version of the site is too old to sync. Please reload.',
}

function PersistenceRow() {
  const { persistent, declined, requestPersistence } = useStorageState()
  if (persistent === undefined) return null
  if (persistent)
    return (
      <div>
        <div>
          <b className={kit.rowTitle}>Storage is protected</b>
          <p className={type.note}>The browser will not delete it by itself.</p>
        </div>
      </div>
    )
  return (
    <div>
      <div>
        <b className={kit.rowTitle}>Storage is not protected</b>
        <p className={type.note} role="status">
          {declined
            ? 'The browser refused. It often agrees once the site is installed.'
            : 'The browser may delete it if the disk fills up.'}
        </p>
      </div>
      <Button small variant="ghost" onClick={() => void requestPersistence()}>
        Protect storage
      </Button>
    </div>
  )
}

function useIsEncrypted(userId: string): boolean {
  return useSyncExternalStore(subscribeToLock, () => isEncryptedOnDevice(userId))
}

/** Switches the passphrase lock of this device on or off. */
function PassphraseRow({ userId, ready }: { userId: string; ready: boolean }) {
  const isEncrypted = useIsEncrypted(userId)
  const dialog = useRef<HTMLDialogElement>(null)
  const [action, setAction] = useState<PassphraseAction>('set')
  const openDialog = (next: PassphraseAction) => {
    setAction(next)
    dialog.current?.showModal()
  }
  return (
    <>
      <div className={styles.switch}>
        <div>
          <b className={kit.rowTitle}>Lock with a passphrase</b>
          <p className={type.note}>{isEncrypted ? ENCRYPTED_TEXT : NOT_ENCRYPTED_TEXT}</p>
          {isEncrypted ? (
            <TextAction onClick={() => openDialog('change')}>Change the passphrase</TextAction>
          ) : null}
        </div>
        <Switch
          checked={isEncrypted}
          disabled={!ready}
          onChange={() => openDialog(isEncrypted ? 'remove' : 'set')}
        >
          <VisuallyHidden>Lock with a passphrase</VisuallyHidden>
        </Switch>
      </div>
      {createPortal(
        <PassphraseDialog ref={dialog} userId={userId} action={action} />,
        document.body,
      )}
    </>
  )
}

const ENCRYPTED_TEXT =
  'Everything stored here is encrypted. It locks after 15 minutes without use, and when the browser closes.'
const NOT_ENCRYPTED_TEXT = 'Encrypts everything on this device and locks it when you are away.'

interface StorageState {
  /** Bytes that the site uses on this device; undefined if the browser does not say. */
  usedBytes: number | undefined
  /** Whether the browser promised to keep the data; undefined if it makes no such promises. */
  persistent: boolean | undefined
  /** Whether the browser was asked for that promise and refused. */
  declined: boolean
  requestPersistence: () => Promise<void>
}

/** How much space the site takes up, and whether the browser may clear it. */
function useStorageState(): StorageState {
  const { clients } = useDataState()
  // Measured again when the number of clients changes.
  const { value, setValue } = useAsync('storage', readStorageState, clients)
  const [declined, setDeclined] = useState(false)
  const requestPersistence = async () => {
    const persistent = await navigator.storage.persist()
    setValue({ usedBytes: value?.usedBytes, persistent })
    setDeclined(!persistent)
  }
  return {
    usedBytes: value?.usedBytes,
    persistent: value?.persistent,
    declined,
    requestPersistence,
  }
}

/** Some browsers lack `navigator.storage`, and all lack it on an insecure origin. */
async function readStorageState(): Promise<Pick<StorageState, 'usedBytes' | 'persistent'>> {
  try {
    const { usage: used } = await navigator.storage.estimate()
    return { usedBytes: used, persistent: await navigator.storage.persisted() }
  } catch {
    return { usedBytes: undefined, persistent: undefined }
  }
}

const MAX_NAME_LENGTH = 60

interface DeviceNameProps {
  name: string
  onRename: (name: string) => Promise<void>
}

/** The name of this device, which all devices show beside its edits. */
function DeviceName({ name, onRename }: DeviceNameProps) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <div>
        <div>
          <b className={kit.rowTitle}>Device name: {name}</b>
          <p className={type.note}>Shown next to changes made on this device</p>
        </div>
        <Button small variant="ghost" onClick={() => setOpen(true)}>
          Rename
        </Button>
      </div>
    )
  return <DeviceNameForm name={name} onRename={onRename} onClose={() => setOpen(false)} />
}

const DeviceNameFields = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Please enter a name.')),
})

function DeviceNameForm({ name, onRename, onClose }: DeviceNameProps & { onClose: () => void }) {
  const form = useForm({
    values: useFormValues({ name }),
    rules: DeviceNameFields,
    async submit(entered) {
      const next = entered.name.trim()
      if (next !== name) {
        await onRename(next)
        announce(`This device is called ${next}.`)
      }
      onClose()
      return undefined
    },
  })
  return (
    <div>
      <form {...form.props} className={styles.nameForm}>
        <TextField
          label="Name of this device"
          {...form.field('name')}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          required
          ref={(input) => input?.focus()}
        />
        <Button small type="submit">
          Save
        </Button>
        <Button small variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </form>
    </div>
  )
}

export interface ThisDeviceState {
  view: DeviceView | undefined
  rename: (name: string) => Promise<void>
}

/** This device, as the local data describes it. */
export function useThisDevice(): ThisDeviceState {
  const { phase, syncedAt } = useDataState()
  const read = async () => {
    // If the local data cannot be opened, `useDataState` already shows it.
    if (phase !== 'ready') throw new Error('The local data is not ready')
    return getData().device.get()
  }
  // A sync may have changed the number of stored bookings and forms.
  const { value: view, setValue } = useAsync('device', read, `${phase} ${syncedAt}`)
  const rename = async (name: string) => {
    await getData().device.rename(name)
    const renamed = await read().catch(() => undefined)
    if (renamed) setValue(renamed)
  }
  return { view, rename }
}

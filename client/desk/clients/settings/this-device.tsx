import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { book } from '#client/book/page-book.ts'
import type { BookState, DeviceView } from '#client/book/store/types.ts'
import { useBookState } from '#client/book/use-book.ts'
import { syncedWords } from '#client/desk/clients/day-of.ts'
import { countWords } from '#client/desk/clients/value-words.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton, Iconed } from '#client/desk/kit/button.tsx'
import { LockIcon, SyncIcon } from '#client/desk/kit/icons.tsx'
import { Status } from '#client/desk/kit/page/status.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { LeaveDialog, useLeave } from '#client/desk/shell/leave-dialog.tsx'
import { onLock } from '#client/encryption/lock-state.ts'
import { lock } from '#client/encryption/page-seal.ts'
import { canSeal } from '#client/encryption/passphrase.ts'
import { isSealedHere } from '#client/encryption/sealed-flag.ts'
import { useOwnerHere } from '#client/lib/data/account-here.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { countText, tenthsText } from '#shared/lib/number-words.ts'
import { PassphraseDialog, type Wish } from './passphrase-dialog.tsx'
import styles from './this-device.module.css'

/** Sizes below this are not shown, bytes. */
const LEAST = 1000

interface ThisDeviceProps {
  state: BookState
  device: Device
  signOut: () => Promise<void>
}

/**
 * What is stored on this device and what is pending, with passphrase, name and removal of all data.
 */
export function ThisDevice({ state, device, signOut }: ThisDeviceProps) {
  const navigate = useNavigate()
  const userId = useOwnerHere()?.userId ?? ''
  const sealed = useSealed(userId)
  const leaving = useLeave(async () => {
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
      <div className={styles.rows}>
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
        <b className={kit.entry}>
          {unavailable
            ? 'Nothing can be stored here'
            : `${countWords(state.clients, 'client')} on this device`}
        </b>
        <p className={type.note}>
          {unavailable ? 'This browser does not let the site store anything.' : copies}
        </p>
      </div>
      {unavailable ? null : <Status tone="ok">Available offline</Status>}
    </div>
  )
}

/** `1.4 MB` */
function sizeWords(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kB', bytes / 1e3] : ['MB', bytes / 1e6]
  return `${size < 10 ? tenthsText(size) : countText(size)} ${unit}`
}

function WaitingRow({ state: { waiting, refused, sync, syncedAt } }: { state: BookState }) {
  const now = useMinute()
  const syncing = sync === 'syncing'
  const trouble = troubleWords[sync]
  return (
    <div>
      <div>
        <b className={kit.entry}>
          {waiting === 0 ? 'All changes synced' : `${countWords(waiting, 'change')} waiting`}
        </b>
        <p className={type.note}>
          {syncedAt === undefined ? 'Not synced yet' : syncedWords(syncedAt, now)}
        </p>
        {trouble ? <p className={`${type.note} ${styles.trouble}`}>{trouble}</p> : null}
        {refused > 0 ? (
          <p
            className={`${type.note} ${styles.trouble}`}
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
  failed: 'The server could not be reached. It will try again by itself.',
  'signed out': 'Please sign in again. Until then, everything stays on this device.',
  'too old': 'This version of the site is too old to sync. Please reload.',
}

function StorageRow() {
  const { persistent, declined, ask } = useStorage()
  if (persistent === undefined) return null
  if (persistent)
    return (
      <div>
        <div>
          <b className={kit.entry}>Storage is protected</b>
          <p className={type.note}>The browser will not delete it by itself.</p>
        </div>
      </div>
    )
  return (
    <div>
      <div>
        <b className={kit.entry}>Storage is not protected</b>
        <p className={type.note} role="status">
          {declined
            ? 'The browser refused. It often agrees once the site is installed.'
            : 'The browser may delete it if the disk fills up.'}
        </p>
      </div>
      <Button small variant="ghost" onClick={() => void ask()}>
        Protect storage
      </Button>
    </div>
  )
}

function useSealed(userId: string): boolean {
  return useSyncExternalStore(onLock, () => isSealedHere(userId))
}

/** Switches the passphrase lock of this device on or off. */
function PassphraseRow({ userId, ready }: { userId: string; ready: boolean }) {
  const sealed = useSealed(userId)
  const dialog = useRef<HTMLDialogElement>(null)
  const [wish, setWish] = useState<Wish>('set')
  const ask = (next: Wish) => {
    setWish(next)
    dialog.current?.showModal()
  }
  return (
    <>
      <div className={styles.switch}>
        <div>
          <b className={kit.entry}>Lock with a passphrase</b>
          <p className={type.note}>{sealed ? LOCKS : WOULD}</p>
          {sealed ? (
            <TextAction onClick={() => ask('change')}>Change the passphrase</TextAction>
          ) : null}
        </div>
        <Switch checked={sealed} disabled={!ready} onChange={() => ask(sealed ? 'remove' : 'set')}>
          <VisuallyHidden>Lock with a passphrase</VisuallyHidden>
        </Switch>
      </div>
      {createPortal(<PassphraseDialog ref={dialog} userId={userId} wish={wish} />, document.body)}
    </>
  )
}

const LOCKS =
  'Everything stored here is encrypted. It locks after 15 minutes without use, and when the browser closes.'
const WOULD = 'Encrypts everything on this device and locks it when you are away.'

interface Storage {
  /** Bytes that the site uses on this device; undefined if the browser does not say. */
  used: number | undefined
  /** Whether the browser promised to keep the data; undefined if it makes no such promises. */
  persistent: boolean | undefined
  /** Whether the browser was asked for that promise and refused. */
  declined: boolean
  ask: () => Promise<void>
}

/** How much space the site takes up, and whether the browser may clear it. */
function useStorage(): Storage {
  const { clients } = useBookState()
  // Measured again when the number of clients changes.
  const { value, setValue } = useAsync('storage', lookUp, clients)
  const [declined, setDeclined] = useState(false)
  const ask = async () => {
    const persistent = await navigator.storage.persist()
    setValue({ used: value?.used, persistent })
    setDeclined(!persistent)
  }
  return { used: value?.used, persistent: value?.persistent, declined, ask }
}

/** Some browsers lack `navigator.storage`, and all lack it on an insecure origin. */
async function lookUp(): Promise<Pick<Storage, 'used' | 'persistent'>> {
  try {
    const { usage: used } = await navigator.storage.estimate()
    return { used, persistent: await navigator.storage.persisted() }
  } catch {
    return { used: undefined, persistent: undefined }
  }
}

const LONGEST = 60

interface DeviceNameProps {
  name: string
  onRename: (name: string) => Promise<void>
}

/** The name of this device, which all devices show beside its edits. */
function DeviceName({ name, onRename }: DeviceNameProps) {
  const [typed, setTyped] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const next = typed?.trim()
    if (next && next !== name) {
      await onRename(next)
      announce(`This device is called ${next}.`)
    }
    setTyped(undefined)
  }
  if (typed === undefined)
    return (
      <div>
        <div>
          <b className={kit.entry}>Device name: {name}</b>
          <p className={type.note}>Shown next to changes made on this device</p>
        </div>
        <Button small variant="ghost" onClick={() => setTyped(name)}>
          Rename
        </Button>
      </div>
    )
  return (
    <div>
      <form className={styles.name} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name of this device"
          value={typed}
          maxLength={LONGEST}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          required
          ref={(input) => input?.focus()}
        />
        <Button small type="submit">
          Save
        </Button>
        <Button small variant="ghost" onClick={() => setTyped(undefined)}>
          Cancel
        </Button>
      </form>
    </div>
  )
}

export interface Device {
  view: DeviceView | undefined
  rename: (name: string) => Promise<void>
}

/** This device, as the client book describes it. */
export function useDevice(): Device {
  const { phase, syncedAt } = useBookState()
  const read = async () => {
    // If the client book cannot be opened, `useBookState` already shows it.
    if (phase !== 'ready') throw new Error('The client book is not ready')
    return book().device()
  }
  // A sync may have changed the number of stored bookings and forms.
  const { value: view, setValue } = useAsync('device', read, `${phase} ${syncedAt}`)
  const rename = async (name: string) => {
    await book().nameDevice(name)
    const renamed = await read().catch(() => undefined)
    if (renamed) setValue(renamed)
  }
  return { view, rename }
}

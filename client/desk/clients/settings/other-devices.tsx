import { useRef, useState } from 'react'
import { countWords } from '#client/desk/clients/value-words.ts'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { LaptopIcon, PhoneIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useMinute } from '#client/desk/kit/use-minute.ts'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useOnline } from '#client/lib/browser.ts'
import { call } from '#client/lib/data/api.ts'
import { deviceZone, momentWords } from '#client/lib/data/device-zone.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { instantDateWords } from '#shared/lib/date-words.ts'
import { type Device, getDevices, revokeDevice } from '#shared/sync/devices.ts'
import styles from './other-devices.module.css'

const NEEDS_CONNECTION = 'This needs a connection.'
/**
 * Milliseconds (14 days). A device that was not seen for longer is probably out of use and may
 * still have unsynced changes.
 */
const LONG_AWAY = 14 * 86_400_000

/** The owner's other devices with a client book, each with a button that removes it there. */
export function OtherDevices({ here, known }: { here: string | undefined; known: boolean }) {
  const { data, state, reload } = useDeskData(getDevices, {})
  const dialog = useRef<HTMLDialogElement>(null)
  const [asked, setAsked] = useState<Device>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const barred = useOnline() ? undefined : NEEDS_CONNECTION
  const now = useMinute()
  // Undefined until this device's own id is known.
  const others = known ? data?.filter(({ id }) => id !== here) : undefined
  const remove = async () => {
    if (!asked) return
    setBusy(true)
    const answer = await call(revokeDevice, { id: asked.id })
    setBusy(false)
    setFailed(!answer.ok)
    reload()
    if (!answer.ok) return
    dialog.current?.close()
    announce(`${nameOf(asked)} is removed.`)
  }
  const ask = (device: Device) => {
    setAsked(device)
    setFailed(false)
    dialog.current?.showModal()
  }
  return (
    <Box
      title="Other devices"
      aside={others?.length ? countWords(others.length, 'device') : undefined}
      flush
      foot={
        <p className={type.fine}>
          {barred ? 'Removing needs a connection. ' : ''}A removed device is wiped the next time it
          connects.
        </p>
      }
    >
      {others?.length ? (
        <ul className={styles.list}>
          {others.map((device) => (
            <DeviceRow key={device.id} device={device} now={now} barred={barred} onRemove={ask} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{noneWords(known ? state : 'opening')}</p>
      )}
      <ConfirmDialog
        ref={dialog}
        title={`Remove ${asked ? nameOf(asked) : 'this device'}?`}
        confirm="Remove device"
        danger
        busy={busy}
        onConfirm={() => void remove()}
      >
        <p>
          It is signed out now and wiped the next time it goes online. Changes on it that were never
          synced are lost.
        </p>
        {failed ? (
          <Banner tone="error" title={revokeDevice.failure}>
            It may still have your clients. Please try again.
          </Banner>
        ) : null}
      </ConfirmDialog>
    </Box>
  )
}

interface DeviceRowProps {
  device: Device
  now: number
  barred: string | undefined
  onRemove: (device: Device) => void
}

function DeviceRow({ device, now, barred, onRemove }: DeviceRowProps) {
  const name = nameOf(device)
  const lastSeen = Date.parse(device.lastSeen)
  const longAway = now - lastSeen > LONG_AWAY
  const Icon = /phone|android|mobil|tele/i.test(name) ? PhoneIcon : LaptopIcon
  return (
    <li>
      <span className={`${kit.disc} ${styles.mark}`}>
        <Icon />
      </span>
      <div>
        <b className={kit.entry}>{name}</b>
        <p className={`${type.fine} ${longAway ? styles.away : ''}`}>
          {longAway ? awayWords(lastSeen) : `Synced ${momentWords(lastSeen, now)}.`}
        </p>
      </div>
      <DeskButton variant="ghost" barred={barred} onClick={() => onRemove(device)}>
        Remove
        <VisuallyHidden> {name}</VisuallyHidden>
      </DeskButton>
    </li>
  )
}

/** Only the device itself knows whether mutations are pending on it. */
function awayWords(lastSeen: number): string {
  const day = instantDateWords(lastSeen, deviceZone(), 'day')
  return `Not seen since ${day}. Changes may be waiting there.`
}

function nameOf({ name }: Device): string {
  return name || 'A device without a name'
}

function noneWords(state: 'opening' | 'kept' | 'fresh' | 'none'): string {
  if (state === 'opening') return 'Looking…'
  return state === 'none' ? 'This list needs a connection.' : 'No other devices.'
}

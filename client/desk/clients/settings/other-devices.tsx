import { useRef, useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/desk-button.tsx'
import { ConfirmDialog } from '#client/desk/kit/dialogs/dialog.tsx'
import { LaptopIcon, PhoneIcon } from '#client/desk/kit/icons.tsx'
import { StaleBadge } from '#client/desk/kit/page/data-state.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { useNow } from '#client/desk/queries/use-now.ts'
import { useOnline } from '#client/lib/browser.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { formatRelativeTime, getDisplayZone } from '#client/lib/data/device-zone.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import type from '#client/ui/type.module.css'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { formatInstantDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { type Device, getDevices, revokeDevice } from '#shared/sync/devices.ts'
import styles from './crm-settings-page.module.css'

const NEEDS_CONNECTION = 'This needs a connection.'
/**
 * Milliseconds (14 days). A device that was not seen for longer is probably out of use and may
 * still have unsynced changes.
 */
const LONG_ABSENCE = 14 * 86_400_000

/** The owner's other devices with the data, each with a button that removes it there. */
export function OtherDevices({
  deviceId,
  isDeviceKnown,
}: {
  deviceId: string | undefined
  isDeviceKnown: boolean
}) {
  const desk = useDeskData(getDevices, {})
  const { data, state, reload } = desk
  const dialog = useRef<HTMLDialogElement>(null)
  const [deviceToRemove, setDeviceToRemove] = useState<Device>()
  const { busy, run } = useOneAtATime()
  const [failed, setFailed] = useState(false)
  const disabledReason = useOnline() ? undefined : NEEDS_CONNECTION
  const now = useNow()
  // Undefined until this device's own id is known.
  const others = isDeviceKnown ? data?.filter(({ id }) => id !== deviceId) : undefined
  const remove = async () => {
    if (!deviceToRemove) return
    const answer = await callEndpoint(revokeDevice, { id: deviceToRemove.id })
    setFailed(!answer.ok)
    reload()
    if (!answer.ok) return
    dialog.current?.close()
    announce(`${getDeviceName(deviceToRemove)} is removed.`)
  }
  const confirmRemoval = (device: Device) => {
    setDeviceToRemove(device)
    setFailed(false)
    dialog.current?.showModal()
  }
  return (
    <Box
      title="Other devices"
      aside={others?.length ? pluralize(others.length, 'device') : undefined}
      flush
      foot={
        <>
          <p className={type.fine}>
            {disabledReason ? 'Removing needs a connection. ' : ''}A removed device is wiped the
            next time it connects.
          </p>
          <StaleBadge desk={desk} />
        </>
      }
    >
      {others?.length ? (
        <ul className={styles.list}>
          {others.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              now={now}
              disabledReason={disabledReason}
              onRemove={confirmRemoval}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.empty}>{getEmptyText(isDeviceKnown ? state : 'opening')}</p>
      )}
      <ConfirmDialog
        ref={dialog}
        title={`Remove ${deviceToRemove ? getDeviceName(deviceToRemove) : 'this device'}?`}
        confirmLabel="Remove device"
        danger
        busy={busy}
        onConfirm={() => void run(remove)}
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
  disabledReason: string | undefined
  onRemove: (device: Device) => void
}

function DeviceRow({ device, now, disabledReason, onRemove }: DeviceRowProps) {
  const name = getDeviceName(device)
  const lastSeen = Date.parse(device.lastSeen)
  const longAway = now - lastSeen > LONG_ABSENCE
  const Icon = /phone|android|mobil|tele/i.test(name) ? PhoneIcon : LaptopIcon
  return (
    <li>
      <span className={`${kit.disc} ${styles.icon}`}>
        <Icon />
      </span>
      <div>
        <b className={kit.rowTitle}>{name}</b>
        <p className={`${type.fine} ${longAway ? styles.longAbsent : ''}`}>
          {longAway ? formatLongAbsence(lastSeen) : `Synced ${formatRelativeTime(lastSeen, now)}.`}
        </p>
      </div>
      <DeskButton variant="ghost" disabledReason={disabledReason} onClick={() => onRemove(device)}>
        Remove
        <VisuallyHidden> {name}</VisuallyHidden>
      </DeskButton>
    </li>
  )
}

/** Only the device itself knows whether mutations are pending on it. */
function formatLongAbsence(lastSeen: number): string {
  const day = formatInstantDate(lastSeen, getDisplayZone(), 'day')
  return `Not seen since ${day}. Changes may be waiting there.`
}

function getDeviceName({ name }: Device): string {
  return name || 'A device without a name'
}

function getEmptyText(state: 'opening' | 'cached' | 'fresh' | 'none'): string {
  if (state === 'opening') return 'Looking…'
  return state === 'none' ? 'This list needs a connection.' : 'No other devices.'
}

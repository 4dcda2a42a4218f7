import { getDeviceZone } from '#client/lib/data/device-zone.ts'

export type DeviceKind = 'phone' | 'tablet' | 'computer'

/** What the page needs to know about the device and its browser. */
export interface Device {
  kind: DeviceKind
  zone: string
  /** The scheme that opens the device's maps app; undefined on a computer. */
  map?: 'geo' | 'maps'
  isIos: boolean
  /** Opened from the home screen. */
  isInstalled: boolean
  /** The browser sends Global Privacy Control or Do Not Track. */
  asksForPrivacy: boolean
}

/** Shorter side of the largest phones, CSS pixels. */
const PHONE_WIDTH = 600

export function readDevice(): Device {
  const kind = getKind()
  const isIos = kind !== 'computer' && /iP(hone|ad|od)|Macintosh/.test(navigator.userAgent)
  return {
    kind,
    zone: getDeviceZone(),
    ...(kind === 'computer' ? {} : { map: isIos ? 'maps' : 'geo' }),
    isIos,
    isInstalled:
      matchMedia('(display-mode: standalone)').matches ||
      Reflect.get(navigator, 'standalone') === true,
    asksForPrivacy:
      Reflect.get(navigator, 'globalPrivacyControl') === true || navigator.doNotTrack === '1',
  }
}

function getKind(): DeviceKind {
  if (!matchMedia('(pointer: coarse)').matches) return 'computer'
  return Math.min(screen.width, screen.height) < PHONE_WIDTH ? 'phone' : 'tablet'
}

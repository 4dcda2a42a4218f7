/**
 * Where a meeting is held. `video_room`: a room that the video provider makes; `link`: the owner's own
 * web address; `phone`: the owner calls the guest's number; `in_person`: at an address.
 */
export const placeKinds = ['video_room', 'link', 'phone', 'in_person'] as const

export type PlaceKind = (typeof placeKinds)[number]

/** What is known of one booking's place. */
export interface MeetingPlace {
  place: PlaceKind
  /** The link to the room or to the owner's own address; null while there is none. */
  meetingUrl: string | null
  /** Empty unless people meet in person. */
  address: string
  /** The guest's. */
  phone: string
}

/** The guest was told that a link follows, and there is none yet. */
export function isLinkMissing({ place, meetingUrl }: Pick<MeetingPlace, 'place' | 'meetingUrl'>) {
  return meetingUrl === null && (place === 'video_room' || place === 'link')
}

const LINK_FOLLOWS = 'We will send the link in a separate email.'

export interface PlaceWords {
  label: string
  text: string
  /** What `text` leads to. */
  url?: string
}

/** Where a guest goes, in words that hold for this booking. */
export function placeWords({ place, meetingUrl, address, phone }: MeetingPlace): PlaceWords {
  if (place === 'phone') return { label: 'Phone call', text: `We will call you on ${phone}.` }
  if (place === 'in_person') return { label: 'Address', text: address }
  const label = place === 'video_room' ? 'Video room' : 'Online meeting'
  const text = place === 'video_room' ? 'Enter the video room' : 'Join the meeting'
  return meetingUrl ? { label, text, url: meetingUrl } : { label, text: LINK_FOLLOWS }
}

/** For a calendar, which makes a link or a map of it: of the guest, or of the owner. */
export function placeLocation(meeting: MeetingPlace, whose: 'guest' | 'owner' = 'guest'): string {
  const { place, meetingUrl, address, phone } = meeting
  if (place === 'in_person') return address
  if (place === 'phone') return whose === 'guest' ? `Phone call to ${phone}` : `Call ${phone}`
  return meetingUrl ?? (whose === 'guest' ? 'Online, the link will follow' : 'Online, no link yet')
}

/** A number as a link that dials it. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`
}

/** `30 minutes by video` */
export const placeMeans: Record<PlaceKind, string> = {
  video_room: 'by video',
  link: 'by video',
  phone: 'by phone',
  in_person: 'in person',
}

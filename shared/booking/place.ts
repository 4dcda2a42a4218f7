/**
 * Where a meeting is held. `video_room`: a room that the video provider creates; `link`: the
 * owner's own link; `phone`: the owner calls the guest; `in_person`: at an address.
 */
export const placeKinds = ['video_room', 'link', 'phone', 'in_person'] as const

export type PlaceKind = (typeof placeKinds)[number]

/** The meeting location of one booking. */
export interface MeetingPlace {
  place: PlaceKind
  /** Link to the video room, or the owner's own link; null while there is none. */
  meetingUrl: string | null
  /** Empty unless the meeting is in person. */
  address: string
  /** The guest's phone number. */
  phone: string
}

/** Whether the guest still needs a meeting link: mails say that it follows. */
export function isLinkMissing({ place, meetingUrl }: Pick<MeetingPlace, 'place' | 'meetingUrl'>) {
  return meetingUrl === null && (place === 'video_room' || place === 'link')
}

const LINK_FOLLOWS = 'We will send the link in a separate email.'

export interface PlaceWords {
  label: string
  text: string
  /** Target of `text` as a link. */
  url?: string
}

/** The meeting location, worded for the guest. */
export function placeWords({ place, meetingUrl, address, phone }: MeetingPlace): PlaceWords {
  if (place === 'phone') return { label: 'Phone call', text: `We will call you on ${phone}.` }
  if (place === 'in_person') return { label: 'Address', text: address }
  const label = place === 'video_room' ? 'Video room' : 'Online meeting'
  const text = place === 'video_room' ? 'Enter the video room' : 'Join the meeting'
  return meetingUrl ? { label, text, url: meetingUrl } : { label, text: LINK_FOLLOWS }
}

/** The location of a calendar entry; calendars turn it into a link or a map. */
export function placeLocation(meeting: MeetingPlace, whose: 'guest' | 'owner' = 'guest'): string {
  const { place, meetingUrl, address, phone } = meeting
  if (place === 'in_person') return address
  if (place === 'phone') return whose === 'guest' ? `Phone call to ${phone}` : `Call ${phone}`
  return meetingUrl ?? (whose === 'guest' ? 'Online, the link will follow' : 'Online, no link yet')
}

/** A phone number as a `tel:` link. */
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

/**
 * Where a meeting is held. `video_room`: a room that the video provider creates; `link`: the
 * owner's own link; `phone`: the owner calls the guest; `in_person`: at an address.
 */
export const locationKinds = ['video_room', 'link', 'phone', 'in_person'] as const

export type LocationKind = (typeof locationKinds)[number]

export interface MeetingLocation {
  locationKind: LocationKind
  /** Link to the video room, or the owner's own link; null while there is none. */
  meetingUrl: string | null
  /** Empty unless the meeting is in person. */
  address: string
  /** The guest's phone number; empty only after the guest's data was erased. */
  phone: string
}

/** Whether the guest still needs a meeting link: mails say that it follows. */
export function isLinkMissing({
  locationKind,
  meetingUrl,
}: Pick<MeetingLocation, 'locationKind' | 'meetingUrl'>) {
  return meetingUrl === null && (locationKind === 'video_room' || locationKind === 'link')
}

const LINK_FOLLOWS = 'I will send the link in a separate email.'

export interface LocationText {
  label: string
  text: string
  /** Target of `text` as a link. */
  url?: string
}

/** The meeting location, worded for the guest. */
export function formatLocation({
  locationKind,
  meetingUrl,
  address,
  phone,
}: MeetingLocation): LocationText {
  if (locationKind === 'phone') return { label: 'Phone call', text: `I will call you on ${phone}.` }
  if (locationKind === 'in_person') return { label: 'Address', text: address }
  const label = locationKind === 'video_room' ? 'Video room' : 'Online meeting'
  const text = locationKind === 'video_room' ? 'Enter the video room' : 'Join the meeting'
  return meetingUrl ? { label, text, url: meetingUrl } : { label, text: LINK_FOLLOWS }
}

/** The location of a calendar entry; calendars turn it into a link or a map. */
export function formatCalendarLocation(
  meeting: MeetingLocation,
  reader: 'guest' | 'owner' = 'guest',
): string {
  const { locationKind, meetingUrl, address, phone } = meeting
  if (locationKind === 'in_person') return address
  if (locationKind === 'phone')
    return reader === 'guest' ? `Phone call to ${phone}` : `Call ${phone}`
  return meetingUrl ?? (reader === 'guest' ? 'Online, the link will follow' : 'Online, no link yet')
}

/** How the meeting is held, as it follows its length in mails: `30 minutes by video`. */
export const locationPhrases: Record<LocationKind, string> = {
  video_room: 'by video',
  link: 'by video',
  phone: 'by phone',
  in_person: 'in person',
}

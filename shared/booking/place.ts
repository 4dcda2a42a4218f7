import * as v from 'valibot'
import { endpoint } from '../lib/endpoint.ts'
import { type ServiceType, serviceTypes } from './catalogue.ts'

/**
 * Where a meeting is held. `video_room`: a room that the video provider makes; `link`: the owner's own
 * web address; `phone`: the owner calls the guest's number; `in_person`: at an address.
 */
export const placeKinds = ['video_room', 'link', 'phone', 'in_person'] as const

export type PlaceKind = (typeof placeKinds)[number]

const MOST_LINK = 500
const MOST_ADDRESS = 200

// ASCII without spaces and quotes, and no user name or password before the host.
const MEETING_LINK =
  /^https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+(?::\d{1,5})?(?:[/?#][^\s<>"\\^`{|}\u0080-\uffff]*)?$/i

export const MeetingLink = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(MOST_LINK, `Please use a link of at most ${MOST_LINK} characters.`),
  v.regex(MEETING_LINK, 'Please enter a link such as https://meet.example.com/your-room.'),
)

const VideoRoom = v.object({ kind: v.literal('video_room') })
const Phone = v.object({ kind: v.literal('phone') })
const InPerson = v.object({
  kind: v.literal('in_person'),
  address: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Please enter the address.'),
    v.maxLength(MOST_ADDRESS, `Please use at most ${MOST_ADDRESS} characters.`),
    v.regex(/^\P{Cc}*$/u, 'Please write the address on one line.'),
  ),
})

/** The place of one booking, as the owner gives it. */
export const GivenPlace = v.variant('kind', [
  VideoRoom,
  v.object({ kind: v.literal('link'), url: MeetingLink }),
  Phone,
  InPerson,
])

/** The place of a service. A link that is null is given to each booking by itself. */
export const ServicePlace = v.variant('kind', [
  VideoRoom,
  v.object({ kind: v.literal('link'), url: v.nullable(MeetingLink) }),
  Phone,
  InPerson,
])

export type GivenPlace = v.InferOutput<typeof GivenPlace>
export type ServicePlace = v.InferOutput<typeof ServicePlace>

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

export const LINK_FOLLOWS = 'We will send the link in a separate e-mail.'

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
  return meetingUrl ?? (whose === 'guest' ? 'Online, the link follows' : 'Online, no link yet')
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

/** As the owner chooses among them. */
export const placeNames: Record<PlaceKind, string> = {
  video_room: 'Automatic video room',
  link: 'My own link',
  phone: 'I call the guest',
  in_person: 'In person',
}

const ServicePlaces = v.object({
  /** Whether a video provider is set, so that rooms can be made. */
  rooms: v.boolean(),
  places: v.object({
    'initial-consultation': ServicePlace,
    'bespoke-planning': ServicePlace,
    'business-consultancy': ServicePlace,
  } satisfies Record<ServiceType, unknown>),
})

export type ServicePlaces = v.InferOutput<typeof ServicePlaces>

export const getServicePlaces = endpoint({
  name: 'get-service-places',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: ServicePlaces,
  failure: 'Failed to fetch meeting places',
})

/** For bookings made from now on; those that exist keep their place. */
export const setServicePlace = endpoint({
  name: 'set-service-place',
  method: 'POST',
  access: 'owner',
  input: v.object({ serviceType: v.picklist(serviceTypes), place: ServicePlace }),
  output: ServicePlaces,
  failure: 'Failed to save the meeting place',
})

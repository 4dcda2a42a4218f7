import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { type ServiceType, serviceTypes } from './catalogue.ts'
import type { PlaceKind } from './place.ts'

// Apart from `desk-api.ts`, like `flood-api.ts`: the dashboard loads both without the commands.

const MOST_LINK = 500
const MOST_ADDRESS = 200

// ASCII without spaces and quotes; no user name or password before the host.
const MEETING_LINK =
  /^https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+(?::\d{1,5})?(?:[/?#][^\s<>"\\^`{|}\u0080-\uffff]*)?$/i

const MeetingLink = v.pipe(
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

/** The meeting location that the owner sets for one booking. */
export const GivenPlace = v.variant('kind', [
  VideoRoom,
  v.object({ kind: v.literal('link'), url: MeetingLink }),
  Phone,
  InPerson,
])

/** The default location of a service. If the link is null, the owner sets it for each booking. */
export const ServicePlace = v.variant('kind', [
  VideoRoom,
  v.object({ kind: v.literal('link'), url: v.nullable(MeetingLink) }),
  Phone,
  InPerson,
])

export type GivenPlace = v.InferOutput<typeof GivenPlace>
export type ServicePlace = v.InferOutput<typeof ServicePlace>

/** Names of the owner's choices. */
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

/** Applies to new bookings; existing ones keep their location. */
export const setServicePlace = endpoint({
  name: 'set-service-place',
  method: 'POST',
  access: 'owner',
  input: v.object({ serviceType: v.picklist(serviceTypes), place: ServicePlace }),
  output: ServicePlaces,
  failure: 'Failed to save the meeting place',
})

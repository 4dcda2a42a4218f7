import * as v from 'valibot'
import type { ServiceType } from '#shared/content/service.ts'
import { KnownServiceType, ServiceTypeText } from '#shared/content/service-type.ts'
import { listServices } from '#shared/content/services.ts'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import type { LocationKind } from './meeting-location.ts'

// Apart from `desk-api.ts`, like `flood-api.ts`: the dashboard loads both without the commands.

const MAX_LINK_LENGTH = 500
const MAX_ADDRESS_LENGTH = 200

// ASCII without spaces and quotes; no user name or password before the host.
const MEETING_LINK_PATTERN =
  /^https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+(?::\d{1,5})?(?:[/?#][^\s<>"\\^`{|}\u0080-\uffff]*)?$/i

const MeetingLink = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(MAX_LINK_LENGTH, `Please use a link of at most ${MAX_LINK_LENGTH} characters.`),
  v.regex(MEETING_LINK_PATTERN, 'Please enter a link such as https://meet.example.com/your-room.'),
)

const VideoRoom = v.object({ kind: v.literal('video_room') })
const Phone = v.object({ kind: v.literal('phone') })
const InPerson = v.object({
  kind: v.literal('in_person'),
  address: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Please enter the address.'),
    v.maxLength(MAX_ADDRESS_LENGTH, `Please use at most ${MAX_ADDRESS_LENGTH} characters.`),
    v.regex(/^\P{Cc}*$/u, 'Please write the address on one line.'),
  ),
})

/** The meeting location that the owner sets for one booking. */
export const BookingLocation = v.variant('kind', [
  VideoRoom,
  v.object({ kind: v.literal('link'), url: MeetingLink }),
  Phone,
  InPerson,
])

/** The default location of a service. If the link is null, the owner sets it for each booking. */
export const ServiceLocation = v.variant('kind', [
  VideoRoom,
  v.object({ kind: v.literal('link'), url: v.nullable(MeetingLink) }),
  Phone,
  InPerson,
])

export type BookingLocation = v.InferOutput<typeof BookingLocation>
export type ServiceLocation = v.InferOutput<typeof ServiceLocation>

/** Names of the owner's choices. */
export const locationLabels: Record<LocationKind, string> = {
  video_room: 'Automatic video room',
  link: 'My own link',
  phone: 'I call the guest',
  in_person: 'In person',
}

const ServiceLocations = v.object({
  /** Whether a video provider is set, so that rooms can be made. */
  canCreateRooms: v.boolean(),
  /** One for each service that visitors can book, in the order of the services. */
  locations: v.record(ServiceTypeText, ServiceLocation),
})

export type ServiceLocations = v.InferOutput<typeof ServiceLocations>

export function getUnsetLocation(canCreateRooms: boolean): ServiceLocation {
  return canCreateRooms ? { kind: 'video_room' } : { kind: 'link', url: null }
}

/** A service without a location of its own has a video room if possible, else a link. */
export function addDefaultLocations(
  stored: Partial<Record<ServiceType, ServiceLocation>>,
  canCreateRooms: boolean,
): ServiceLocations {
  const locations = listServices().map(({ type }) => [
    type,
    stored[type] ?? getUnsetLocation(canCreateRooms),
  ])
  return { canCreateRooms, locations: Object.fromEntries(locations) }
}

export const getServiceLocations = defineEndpoint({
  name: 'get-service-locations',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: ServiceLocations,
  failure: 'Failed to fetch meeting locations',
})

/** Applies to new bookings; existing ones keep their location. */
export const setServiceLocation = defineEndpoint({
  name: 'set-service-location',
  method: 'POST',
  access: 'owner',
  input: v.object({ serviceType: KnownServiceType, location: ServiceLocation }),
  output: ServiceLocations,
  failure: 'Failed to save the meeting location',
})

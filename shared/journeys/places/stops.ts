import type { PlainDate } from '#shared/lib/date.ts'
import { formatDate } from '#shared/lib/format-date.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { groupBy } from '#shared/lib/group-by.ts'
import type { JourneyDay, PlannedItem } from '../days.ts'
import { travelKinds } from '../journey-fields.ts'
import { findPlace, measureDistance, type Place, type Position } from './places.ts'

/** A place of a journey, shown on its map and in the list beside it. */
export interface JourneyStop {
  /** From 1, in the order in which the places are first reached. */
  number: number
  name: string
  /** Degrees east, degrees north; absent for a place that is not known. */
  at?: Position
  visits: StopVisit[]
}

export interface StopVisit {
  /** The day's number, from 1. */
  day: number
  /** Empty while the journey has no dates. */
  date: PlainDate | ''
  /** 0 for a visit during the day. */
  nights: number
}

export interface JourneyStops {
  stops: JourneyStop[]
  /** Numbers of the stops in the order of the journey, with repetitions. */
  route: number[]
  /** By day: the number of the stop where guests sleep, or where the day ends. */
  days: (number | undefined)[]
}

/** Guests are at a place: for the night, during the day, or only passing through. */
interface Presence {
  key: string
  name: string
  at: Position | undefined
  day: JourneyDay<PlannedItem>
  how: 'night' | 'day' | 'way'
  /** From this day on; 0 for a night of an earlier stay. */
  nights: number
}

/** The places of a journey, each once with a number, and the dates and nights there. */
export function listStops(days: readonly JourneyDay<PlannedItem>[]): JourneyStops {
  const presences = joinNear(listPresences(days))
  const stops = new Map<string, JourneyStop>()
  const route: number[] = []
  for (const presence of presences) {
    const { key, name, at } = presence
    const known = stops.get(key)
    const stop = known ?? { number: stops.size + 1, name, ...(at && { at }), visits: [] }
    if (!known) stops.set(key, stop)
    if (route.at(-1) !== stop.number) route.push(stop.number)
  }
  for (const [key, there] of groupBy(presences, (presence) => presence.key)) {
    const stop = stops.get(key)
    if (stop) stop.visits = listVisits(there)
  }
  const last = new Map(presences.map(({ day, key }) => [day.id, key]))
  const byDay = days.map(({ id }) => stops.get(last.get(id) ?? '')?.number)
  return { stops: [...stops.values()], route, days: byDay }
}

function listPresences(days: readonly JourneyDay<PlannedItem>[]): Presence[] {
  const presences: Presence[] = []
  let near: Position | undefined
  for (const day of days) {
    for (const { how, nights, find } of listMentions(day)) {
      const place = find(near)
      if (!place) continue
      near = place.at ?? near
      presences.push({ day, how, nights, ...place })
    }
  }
  return presences
}

/** A text that may name a place. Of places with the same name, the one nearest to the last place counts. */
interface Mention {
  how: Presence['how']
  nights: number
  find: (near: Position | undefined) => NamedPlace | undefined
}

/** In the order of the day; the night is last. */
function listMentions({ items, nights }: JourneyDay<PlannedItem>): Mention[] {
  const stays = items.filter(({ kind }) => kind === 'stay')
  const tonight = [
    ...nights.map(({ item }) => ({ item, nights: 0 })),
    ...stays.map((item) => ({ item, nights: item.nights })),
  ]
  return [
    ...items.flatMap((item) => (item.kind === 'stay' ? [] : listOnTheWay(item))),
    ...tonight.map(({ item, nights }): Mention => {
      return { how: 'night', nights, find: (near) => findStay(item, near) }
    }),
  ]
}

function listOnTheWay({ kind, place, toPlace, address }: PlannedItem): Mention[] {
  const by = { nights: 0 }
  if (!travelKinds.includes(kind))
    return [
      { ...by, how: 'day', find: (near) => findNamed(place, near) ?? findNamed(address, near) },
    ]
  return [place, toPlace].map((text) => {
    return { ...by, how: 'way', find: (near) => findNamed(text, near) }
  })
}

type NamedPlace = Pick<Presence, 'key' | 'name' | 'at'>

function findNamed(text: string, near: Position | undefined): NamedPlace | undefined {
  const place: Place | undefined = findPlace(text, near)
  return place && { key: place.id, name: place.name, at: place.at }
}

/** A stay is always a stop, even if the map does not know its place. */
function findStay(item: PlannedItem, near: Position | undefined): NamedPlace | undefined {
  const { place, address, title } = item
  const name = place || title
  return (
    findNamed(place, near) ??
    findNamed(address, near) ??
    (name ? { key: name, name, at: undefined } : undefined)
  )
}

/** A quay or station within this distance of a stop counts as part of it, kilometres. */
const NEAR = 20

/** Replaces places that guests only pass through by a stop nearby, if there is one. */
function joinNear(presences: Presence[]): Presence[] {
  const visited = presences.filter(({ how }) => how !== 'way')
  const keys = new Set(visited.map(({ key }) => key))
  return presences.map((presence) => {
    const { at } = presence
    if (!at || keys.has(presence.key)) return presence
    const beside = visited.find((other) => other.at && measureDistance(at, other.at) < NEAR)
    return beside ? { ...presence, key: beside.key, name: beside.name, at: beside.at } : presence
  })
}

/** The nights and days at a stop; the day of passing through only if there is nothing else. */
function listVisits(presences: Presence[]): StopVisit[] {
  const stays: StopVisit[] = []
  for (const { day, nights } of presences.filter((presence) => presence.nights > 0)) {
    const last = stays.at(-1)
    if (last && last.day + last.nights === day.number) last.nights += nights
    else stays.push({ day: day.number, date: day.date, nights })
  }
  const isCovered = (number: number) =>
    stays.some(({ day, nights }) => number >= day && number <= day + nights)
  const seen = presences.filter(({ how, day }) => how === 'day' && !isCovered(day.number))
  const passed = stays.length + seen.length === 0 ? presences.slice(0, 1) : []
  const days = new Map(
    [...seen, ...passed].map(({ day }) => [
      day.number,
      { day: day.number, date: day.date, nights: 0 },
    ]),
  )
  return [...stays, ...days.values()].sort((one, other) => one.day - other.day)
}

/** `10 June; 15 June, 1 night`; without dates `Day 2; day 7, 1 night`. */
export function formatVisits({ visits }: JourneyStop): string {
  const parts = visits.map(({ day, date, nights }) => {
    const when = date ? formatDate(date, 'day') : `day ${day}`
    return nights > 0 ? `${when}, ${pluralize(nights, 'night')}` : when
  })
  const text = parts.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

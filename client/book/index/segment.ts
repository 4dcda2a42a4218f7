import type { Head } from '#client/book/store/database.ts'
import { FIELD_END, fieldsOf } from '#client/book/store/heads.ts'
import type { Trip } from '#shared/clients/schema.ts'

/** Rows win over every page. */
export const ROWS = Number.POSITIVE_INFINITY

/** A head in memory; its lines are taken apart only where somebody looks at them. */
export class Segment {
  readonly head: Head
  /** The place of its first record among all. */
  readonly base: number
  private journeys: [number, Trip][] | undefined
  private toldApart: Map<number, string[]> | undefined
  private parted: { ids?: string[]; names?: string[]; locations?: string[] } = {}

  constructor(head: Head, base: number) {
    this.head = head
    this.base = base
  }

  get size(): number {
    return this.head.hashes.length
  }

  id(i: number): string {
    this.parted.ids ??= this.head.ids.split('\n')
    return this.parted.ids[i] ?? ''
  }

  name(i: number): string {
    this.parted.names ??= this.head.names.split('\n')
    return this.parted.names[i] ?? ''
  }

  location(i: number): string {
    this.parted.locations ??= this.head.locations.split('\n')
    return this.parted.locations[i] ?? ''
  }

  /** What is searched of a record. */
  line(i: number): string {
    const { text, starts } = this.head
    return text.slice(starts[i], (starts[i + 1] ?? 0) - 1)
  }

  fields(i: number): string[] {
    return fieldsOf(this.line(i))
  }

  /** Of all its records, each with the record's place in it. */
  trips(): [number, Trip][] {
    this.journeys ??= JSON.parse(this.head.trips) as [number, Trip][]
    return this.journeys
  }

  /** The ids of whom a record looks like and is not. */
  apart(i: number): readonly string[] {
    this.toldApart ??= new Map(JSON.parse(this.head.apart) as [number, string[]][])
    return this.toldApart.get(i) ?? []
  }

  /** Of the record that lies at this place among all. */
  folded(place: number): { name: string; location: string } {
    const [name = '', location = ''] = this.line(place - this.base).split(FIELD_END, 2)
    return { name, location }
  }
}
